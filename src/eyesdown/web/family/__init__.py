"""The family's pages: start, host, phone, board, papers."""
