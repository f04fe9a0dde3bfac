"""Everything that is drawn by hand: pure functions that return SVG text, with no pygame in sight."""
