"""The halls of a site: their API, their feeds and their pages."""
