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

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup as Safe

TEMPLATES = Path(__file__).parent / "templates"
"""Folder of the templates, styles and scripts that pages share."""

MARKS_EXPLAINED = (
    "A mention has the sign of its chains: a letter in the baseline, a number in the changed graph. “B→1” "
    "went from B to 1; “A1” in the margin stayed. Words are filled in the colour of the baseline’s chain, "
    "and underlined in that of the changed graph’s. Framed words moved, are new or are gone."
)
"""What the signs and colours of a bag mean."""


def fill_template(
    name: str,
    styles: Sequence[str],
    values: dict[str, object],
    *,
    scripts: Sequence[str] = ("search.js",),
    folder: Path = TEMPLATES,
) -> Iterator[str]:
    """Yield the page in pieces; ``styles`` and ``scripts`` are files in ``folder`` or among ``TEMPLATES``."""
    environment = _make_environment(folder)
    style, code = ("".join(_read_source(environment, each) for each in files) for files in (styles, scripts))
    # Both are files of this package, so they need no escaping.
    inline = {"style": Safe(style), "script": Safe(code)}  # noqa: S704
    hashes = {"style_hash": _hash_text(style), "script_hash": _hash_text(code)}
    return environment.get_template(name).generate(values | inline | hashes)


def open_template(name: str, folder: Path = TEMPLATES) -> Callable[..., str]:
    """Return a function from the values of a template to its text, for one that is filled many times."""
    return _make_environment(folder).get_template(name).render


def fill_picture(name: str, values: dict[str, object]) -> Iterator[str]:
    """Yield an SVG in pieces; the template escapes all values."""
    return _make_environment(TEMPLATES).get_template(name).generate(values)


def _make_environment(folder: Path) -> Environment:
    loader = FileSystemLoader([folder, TEMPLATES])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, auto_reload=False)


def _read_source(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def describe_origin(time: str, version: str) -> str:
    """Say when something was made, and by which version."""
    return f"{time} by COALA {version}"


def _hash_text(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
