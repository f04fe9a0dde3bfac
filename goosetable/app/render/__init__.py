"""Drawing without a table: canvas, text in any script, pictures from SVG, card images, the felt and the curtain."""
