"""The self-service terminal."""
