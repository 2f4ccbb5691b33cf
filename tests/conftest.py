"""Settings of all tests: random inputs are the same on every run and every machine."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("TANKDSL_HYPOTHESIS_PROFILE", "ci"))
