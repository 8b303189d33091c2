"""Claims, payouts, claim forms, disqualified and reinstated entries."""
