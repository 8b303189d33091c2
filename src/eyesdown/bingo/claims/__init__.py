"""Claims: made, verified, declared, shared, paid."""
