"""What a person does at the table: events, keys, the mouse, and a card that is dragged."""
