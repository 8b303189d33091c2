"""What every page and the API share: sign-on, headers, limits, feeds, templates."""
