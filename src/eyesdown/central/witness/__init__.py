"""The witness: a small program outside the operator's hands that follows the record and answers.

Standard library and the pure parts of `draw` only, so that all of it fits into one file that anyone
can read and run (see `bundle`).
"""
