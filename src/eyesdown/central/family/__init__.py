"""The family game as a tenant: all tables of one site on one journal."""
