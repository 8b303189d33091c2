"""The facts that clauses may see, one module a game. A clause never sees a game's state."""
