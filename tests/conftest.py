"""Settings for every test."""

from hypothesis import settings

# Machines are shared and a first call imports libraries, so no example is judged by its time.
settings.register_profile("coala", deadline=None)
settings.load_profile("coala")
