"""Refusals of functions as values, so that an example can show them on one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def refusal(call: Callable[..., Any], *values: Any, **named: Any) -> str | None:
    """Return the name of the error that a call raises, None if it raises none."""
    try:
        call(*values, **named)
    except Exception as error:
        return type(error).__name__
    return None


def refusal_message(call: Callable[..., Any], *values: Any, **named: Any) -> str:
    """Return the message of the error that a call raises; "" if it raises none."""
    try:
        call(*values, **named)
    except Exception as error:
        return str(error)
    return ""
