"""Failed terminals, invalid games, void entries, exclusions, disputes."""
