"""The screens, one file each. `screen` is what all have, `stage` shows them, `kit` is what they use."""
