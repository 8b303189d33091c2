"""`eyesdown keno`."""
