"""`eyesdown play --against`: a file of the notation played over HTTP against a running hall."""
