"""The screens, one file each. `screen` is what all have, `navigator` shows them, `kit` is what they use."""
