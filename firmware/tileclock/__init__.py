VERSION = "0.1.0"  # the one place a release changes
