"""Paper: PDF, SVG and Braille.

Takes  cards as arrays, a series' serial and colours, an open binary file.
Gives  pages as bytes, the same bytes for the same input.
Never  a decision; never a file it opened itself.
"""
