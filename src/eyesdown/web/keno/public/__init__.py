"""Public pages of keno: what's on, results, numbers, odds, the wall."""
