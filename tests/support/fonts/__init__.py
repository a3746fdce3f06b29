"""The fonts of the tests, so that measures do not depend on installed fonts."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent
FONT_FAMILY = "DejaVu Sans"
FONT_FILES = (_FOLDER / "DejaVuSans.ttf", _FOLDER / "DejaVuSans-Bold.ttf")
"""Regular and bold."""


def fonts_alone() -> dict[str, str]:
    """Return the environment in which fontconfig knows these fonts and no others."""
    return {"FONTCONFIG_FILE": str(_FOLDER / "fonts.conf")}
