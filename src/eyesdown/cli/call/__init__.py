"""`eyesdown call`: a live caller in the terminal."""
