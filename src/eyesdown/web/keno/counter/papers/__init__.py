"""Papers of the counter: what is on them, which printer, when they are printed."""
