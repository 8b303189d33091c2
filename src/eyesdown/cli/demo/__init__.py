"""`eyesdown demo`."""
