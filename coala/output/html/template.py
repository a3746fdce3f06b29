"""Rendering of a template to an HTML page that is a single file, in pieces.

Style and script are inline. The page has a content security policy that allows only these two, by their
hashes. The template escapes everything else, so a label can contain neither style nor script. The page uses
no network.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup as Safe

_FOLDER = Path(__file__).parent


MARKS_EXPLAINED = (
    "A mention has the sign of its chains: a letter in the baseline, a number in the changed graph. “B→1” "
    "went from B to 1; “A1” in the margin stayed. Words are filled in the colour of the baseline’s chain, "
    "and underlined in that of the changed graph’s. Framed words moved, are new or are gone."
)
"""What the signs and colours of a bag mean."""


def fill_template(
    name: str, styles: Sequence[str], values: dict[str, object], *, scripts: Sequence[str] = ("search.js",)
) -> Iterator[str]:
    """Yield the page in pieces; ``styles`` and ``scripts`` are files in the folder of the template."""
    style, code = "".join(map(_read_file, styles)), "".join(map(_read_file, scripts))
    # Both are files of this package, so they need no escaping.
    inline = {"style": Safe(style), "script": Safe(code)}  # noqa: S704
    hashes = {"style_hash": _hash_text(style), "script_hash": _hash_text(code)}
    return _open_template(name).generate(values | inline | hashes)


def open_template(name: str) -> Callable[..., str]:
    """Return a function from the values of a template to its text, for one that is filled many times."""
    return _open_template(name).render


def fill_picture(name: str, values: dict[str, object]) -> Iterator[str]:
    """Yield an SVG in pieces; the template escapes all values."""
    return _open_template(name).generate(values)


def _open_template(name: str) -> Template:
    environment = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined)
    return environment.get_template(name)


def describe_origin(time: str, version: str) -> str:
    """Say when something was made, and by which version."""
    return f"{time} by COALA {version}"


def _read_file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _hash_text(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
