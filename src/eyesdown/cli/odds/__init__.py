"""`eyesdown odds` and `eyesdown simulate`."""
