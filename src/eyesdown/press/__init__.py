"""Paper: cards, books, charts, entry forms, receipts, in PDF, SVG and Braille.

Takes  cards as arrays, a series' serial number and colours, an open binary file.
Gives  pages drawn with the drawing kit, the same bytes for the same input.
Never  a decision; never a file it opened itself.
"""
