"""The pages of those who run a game: the caller, the supervisor, the verifier."""
