"""What keeps a running site true to its journal: replay, a snapshot's figures, the clock."""
