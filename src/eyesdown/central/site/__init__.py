"""One ordered writer over a store, whatever game it runs."""
