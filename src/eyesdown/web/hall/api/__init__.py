"""What a hall brings to the API: its vocabulary, its questions, its answers."""
