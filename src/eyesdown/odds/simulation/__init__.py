"""Whole games and sessions, simulated in seeded blocks on one core, all cores or a cluster."""
