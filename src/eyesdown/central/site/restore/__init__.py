"""Going back to an older journal: what the site asks its witnesses, and what it takes over."""
