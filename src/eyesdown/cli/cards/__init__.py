"""`eyesdown cards`."""
