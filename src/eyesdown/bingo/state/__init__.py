"""What a hall knows, and how a command finds its session and game."""
