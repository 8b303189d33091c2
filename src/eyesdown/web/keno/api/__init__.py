"""What keno brings to the API: its vocabulary, its questions, its answers."""
