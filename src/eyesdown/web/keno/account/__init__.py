"""A player's own account on the internet, and the office's page of players."""
