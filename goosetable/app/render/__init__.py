"""Drawing, without knowledge of tables: canvas, text in any script, pictures from SVG, card images, felt and curtain."""
