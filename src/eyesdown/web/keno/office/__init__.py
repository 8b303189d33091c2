"""The office's page and the ball cage's."""
