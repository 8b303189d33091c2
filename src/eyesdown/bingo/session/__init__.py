"""Sessions: planned, opened, announced, closed; people, series and returns."""
