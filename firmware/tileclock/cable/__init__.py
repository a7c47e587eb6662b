"""The line protocol's side of the box."""
