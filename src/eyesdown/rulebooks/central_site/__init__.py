"""The site's own book: the order of a draw, the ball cage, tokens, pages and requests."""
