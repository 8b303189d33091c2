"""The drawing kit for paper and charts: marks on a page, written as PDF, SVG or PNG.

Takes  marks (rectangles, strokes, text, codes, bitmaps) in points, an open binary file.
Gives  pages and pictures as bytes, the same bytes for the same marks; the width of text.
Never  a card, a chart or any other subject of a drawing; never a file it opened itself.
"""
