"""The second bookkeeper of keno."""
