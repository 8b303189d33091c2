"""A million tickets at once: on which ball each is complete, and who is one away."""
