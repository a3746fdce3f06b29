"""The number of examples that Hypothesis tries: few in an ordinary run, many with ``make fuzz``.

Each kind of run has its own profile; ``HYPOTHESIS_PROFILE`` names the one that is used.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

_ORDINARY, _LONG = 40, 1_000


def load_profile() -> None:
    """Load the profile of this run; no example is judged by its time, since machines are shared.

    The ordinary run has the same examples each time. The long run draws others each time. A run on mutants
    has the ordinary examples, and does not shrink those that fail.
    """
    slow = [HealthCheck.too_slow]
    settings.register_profile(
        "ordinary", max_examples=_ORDINARY, derandomize=True, deadline=None, suppress_health_check=slow
    )
    settings.register_profile(
        "long", max_examples=_LONG, print_blob=True, deadline=None, suppress_health_check=slow
    )
    settings.register_profile(
        "mutants", settings.get_profile("ordinary"), phases=[Phase.explicit, Phase.generate]
    )
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ordinary"))


def limit_examples(number: int) -> settings:
    """Limit a slow property to ``number`` examples in an ordinary run, in proportion more in a long one."""
    return settings(max_examples=number * settings().max_examples // _ORDINARY)
