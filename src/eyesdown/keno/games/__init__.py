"""Days and games: opened, closed, drawn, settled."""
