"""What boards and simulator run: the bundle, its fonts, and how its code is made small."""
