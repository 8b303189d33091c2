"""How answers are sent: headers, compression, static files."""
