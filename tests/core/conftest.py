"""Property tests of the rules: as many examples as usual, and no stop-watch on slow machines."""

from hypothesis import settings

settings.register_profile("rules", deadline=None, max_examples=80)
settings.load_profile("rules")
