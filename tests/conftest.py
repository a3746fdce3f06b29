"""Settings for every test."""

from hypothesis import HealthCheck, settings

# Every run has the same examples, and none is judged by its time: machines are shared, first calls import.
settings.register_profile(
    "coala", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("coala")
