"""A review file's path to the settings of the comparison in it, without opening the review."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from coala.errors import ReviewError
from coala.review import schema


def stored_settings(path: Path) -> Mapping[str, str] | None:
    """How the comparison in this file was made (``Summary.settings``); None where that cannot be read."""
    try:
        if not schema.exists(path):
            return None
        connection = schema.connect(path, read_only=True)
        try:
            with schema.translated(path):
                row = connection.execute("SELECT value FROM header WHERE key = 'summary'").fetchone()
        finally:
            connection.close()
        settings = json.loads(row[0])["settings"]
    except (ReviewError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    return {key: value for key, value in settings.items() if isinstance(value, str)}
