"""Pages for everyone: wall, results, ticket check, odds, rules, proofs."""
