"""The people of a tenant: who may sign on in which role, and what proves that it is them."""
