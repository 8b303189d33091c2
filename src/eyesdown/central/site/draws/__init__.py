"""Draws whose balls come one by one; other draws need only the modules beside this room."""
