"""`eyesdown serve`, `journal` and `books`."""
