"""The second bookkeeper of bingo halls."""
