"""A template becomes a page in pieces, with its style and script in it, each allowed by its hash alone.

The template escapes all else, so that nothing that a label holds can be either of them, and nothing is asked
of a network.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup as Safe

_FOLDER = Path(__file__).parent


def fill_template(name: str, styles: Sequence[str], values: dict[str, object]) -> Iterator[str]:
    """The page, in pieces; ``styles`` are files beside the template, and so is the script."""
    environment = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined)
    style, script = "".join(map(_read, styles)), _read("search.js")
    # Both are files of ours.
    own = {"style": Safe(style), "script": Safe(script)}  # noqa: S704
    hashes = {"style_hash": _hash(style), "script_hash": _hash(script)}
    return environment.get_template(name).generate(values | own | hashes)


def made_by(time: str, version: str) -> str:
    """When something was made, and by which version."""
    return f"{time} by COALA {version}"


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
