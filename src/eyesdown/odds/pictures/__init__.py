"""Charts drawn once as shapes, written as SVG, onto a PDF page or into the terminal."""
