"""A whole tournament with simulated boxes: who plays, the boxes they press, and the evening around them."""
