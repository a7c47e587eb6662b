"""The PC side of tileclock: simulator, bundle, and what talks to the box."""
