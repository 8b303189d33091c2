"""What a keno site knows, and what leaves memory when."""
