"""The documents as one searchable site: `make docs` writes it to `build/docs`, without network.

`contents.toml` in `docs/` lists every page in reading order. Pages are the Markdown files of the
tree; the reference of the library and of the HTTP API are made from the code.
"""
