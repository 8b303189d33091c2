"""The quick line of the counter: how a line is read, and what the page is answered."""
