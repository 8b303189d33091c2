"""Keno as a tenant of the Central Site."""
