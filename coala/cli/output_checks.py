"""Checks that no output of a command replaces one of its inputs.

A slip in the name of an output can cost a corpus, so these checks come before anything is read.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from coala.base.output import STANDARD_OUTPUT, is_database
from coala.cli.parser import read_words
from coala.errors import CoalaError
from coala.model.options import OPTIONS

_STANDARD_INPUT = "-"

# The arguments of all commands that name outputs, and those that name inputs.
_OUTPUTS = ("json", "csv", "markdown", "latex", "junit", "picture", "output")
_INPUTS = (
    *("baseline", "changed", "gold", "key", "response", "graph", "path", "input", "review", "against"),
    *("plan", "full", "known", "into"),
)

_TURTLE_ENDINGS = (".ttl", ".trig", ".n3")
_TRIPLE_ENDINGS = (".ttl", ".nt", ".nq", ".trig", ".n3", ".nif")

_ENDINGS: dict[tuple[str, str | None], tuple[str, tuple[str, ...]]] = {
    ("convert", "turtle"): ("a graph is written as triples in NIF", _TRIPLE_ENDINGS),
    ("export", "rdf"): ("verdicts are written as Turtle", _TURTLE_ENDINGS),
}
"""By command and ``--to``: what is written, and the endings by which COALA can read it again."""

_WRITE_REVIEWS = ("diff", "review", "file merge", "file repair", "file blank", "board")

_RENEW_REVIEWS = ("diff", "review", "board")
"""Commands that write a comparison into a review that is there."""

_OWN_JSON = b'{\n  "format": "coala-'
"""The beginning of all JSON that COALA writes."""


def check_outputs(arguments: argparse.Namespace) -> None:
    """Raise ``CoalaError`` for an output that would be lost or would destroy something.

    It must not be an input, another output, or a file that is read as a part of an input. Its folder must
    exist, and its name must not have the ending of another format.
    """
    named = vars(arguments)
    if named.get("output") == STANDARD_OUTPUT and arguments.command in _WRITE_REVIEWS:
        raise CoalaError("A review cannot be written to standard output. Give a file with -o.")
    path = named.get("output")
    if path and arguments.command in _WRITE_REVIEWS:
        from coala.review.storage.opening import require_name

        require_name(Path(path))
    # ``convert --to parquet`` creates its folder and the folders above it.
    if named.get("to") != "parquet":
        for name in _OUTPUTS:
            if (place := named.get(name)) and place != STANDARD_OUTPUT:
                _require_folder(place)
    _check_inputs(named, list(_list_inputs(arguments)))
    if path and arguments.command in _RENEW_REVIEWS and _has_other_content(path):
        raise CoalaError(f"{path}: this is not a COALA review file. Choose another name for the review.")
    if named.get("output") not in (None, STANDARD_OUTPUT):
        is_copy = named.get("into") is not None
        _require_ending(named["output"], named["command"], named.get("to"), is_copy=is_copy)


def _has_other_content(path: str) -> bool:
    """Return True for a file that has content and is not a review; a folder is refused elsewhere."""
    try:
        return os.path.isfile(path) and os.path.getsize(path) > 0 and not is_database(path)
    except OSError:
        return False


def check_outputs_against(arguments: argparse.Namespace, inputs: Sequence[str]) -> None:
    """Check the outputs against more inputs: those that a file names, such as a board.toml."""
    _check_inputs(vars(arguments), inputs)


def _check_inputs(named: dict[str, Any], inputs: Sequence[str]) -> None:
    """Raise ``CoalaError`` if an output among the arguments ``named`` replaces an input or another output."""
    if _STANDARD_INPUT in inputs or any(named.get(name) == _STANDARD_INPUT for name in _INPUTS):
        for name in _OUTPUTS:
            if (path := named.get(name)) and path != STANDARD_OUTPUT and _is_standard_input(path):
                raise CoalaError(f"{path}: this is standard input. Choose another place for the output.")
    outputs = [path for name in _OUTPUTS if (path := named.get(name)) and _is_replaced(path)]
    for index, output in enumerate(outputs):
        if any(_is_same(output, other) for other in outputs[:index]):
            raise CoalaError(
                f"{output}: two outputs would be written to this file. Choose another name for one of them."
            )
        for path in inputs:
            _refuse_input(output, path)
        # A review may be renewed with its own verdicts; another output would destroy them.
        for path in named.get("verdicts") or () if output != named.get("output") else ():
            _refuse_input(output, path)


def _require_folder(path: str) -> None:
    folder = os.path.dirname(path.rstrip(os.sep))
    if folder and not os.path.isdir(folder):
        raise CoalaError(
            f"{path}: cannot be written, since the folder {folder} does not exist. Create "
            "it, or choose another place."
        )


def _require_ending(path: str, command: str, to: str | None, *, is_copy: bool) -> None:
    """Raise ``CoalaError`` if the name has the ending of another format than is written.

    ``is_copy``: the output is a copy of a file with other chains, whose format decides.
    """
    ending = os.path.splitext(path)[1].lower()
    if not ending or is_copy:
        return
    if (command, to) == ("convert", "parquet"):
        # A folder of tables may be called x.parquet; in x-1.0 the "ending" is part of a version.
        if ending != ".parquet" and not ending[1:].isdecimal() and not os.path.isdir(path):
            raise CoalaError(
                f"{path}: Parquet tables need a folder, but this is the name of a file. Choose "
                "a name without an ending."
            )
    elif (command, to) in _ENDINGS:
        what, endings = _ENDINGS[command, to]
        if ending not in endings:
            raise CoalaError(
                f"{path}: {what}. Choose a name that ends in {', '.join(endings[:-1])} or "
                f"{endings[-1]}, or one without an ending."
                + " For the format of another file, name that file with --into."
                * (command == "convert")
            )


def _is_standard_input(path: str) -> bool:
    """Return True if a shell has redirected this file to standard input."""
    with suppress(OSError, ValueError):
        return os.path.samestat(os.fstat(0), os.stat(path)) and os.path.isfile(path)
    return False


def _list_inputs(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the paths of all inputs: graphs, reviews, and files that options name, such as ``--texts``."""
    named = vars(arguments)
    for name in _INPUTS:
        given = named.get(name) or ()
        for path in [given] if isinstance(given, str) else given:
            if path != _STANDARD_INPUT:
                yield path
    for option in OPTIONS:
        word = read_words(arguments, option)
        if option.form.file and isinstance(word, str):
            from coala.engine.settings import names_file

            if names_file(option, word):
                yield word


def _is_replaced(path: str) -> bool:
    # Writing to a pipe or a device replaces nothing.
    return path != STANDARD_OUTPUT and (os.path.isfile(path) or not os.path.exists(path))


def _refuse_input(output: str, path: str) -> None:
    """Raise ``CoalaError`` if writing ``output`` would replace the input ``path``, or add to that folder."""
    if os.path.isdir(path):
        if _is_inside(output, path):
            _refuse_inside(output, path)
    elif _is_same(output, path):
        raise CoalaError(f"{output}: this is one of the inputs. Choose another place for the output.")
    elif (text := _find_brat_text(path)) and _is_same(output, text):
        raise CoalaError(f"{output}: this is the text of {path}. Choose another place for the output.")


def _refuse_inside(output: str, folder: str) -> None:
    from coala.reading.sources.detect import is_other_name, is_rdf_name

    if os.path.isfile(output):
        # Earlier output of COALA may be replaced.
        if not _is_written_by_coala(output):
            raise CoalaError(
                f"{output}: this file is in the input folder {folder}. Choose another place for the output."
            )
    elif is_rdf_name(output) or is_other_name(output) or output.lower().endswith(".txt"):
        raise CoalaError(
            f"{output}: the next run would read this file as a part of {folder}. Choose "
            "another place for the output."
        )


def _is_same(output: str, path: str) -> bool:
    with suppress(OSError, ValueError):
        if os.path.exists(output) and os.path.exists(path):
            return os.path.samefile(output, path)
        return os.path.realpath(output) == os.path.realpath(path)
    return False


def _is_inside(output: str, folder: str) -> bool:
    with suppress(OSError, ValueError):
        root = os.path.realpath(folder)
        return os.path.commonpath([root, os.path.realpath(output)]) == root
    return False


def _find_brat_text(path: str) -> str:
    """Return the path of the text that belongs to a brat file, "" for any other file."""
    bare, extension = os.path.splitext(path[: -len(".gz")] if path.lower().endswith(".gz") else path)
    return f"{bare}.txt" if extension.lower() == ".ann" else ""


def _is_written_by_coala(path: str) -> bool:
    with suppress(OSError), open(path, "rb") as file:
        return is_database(path) or file.read(len(_OWN_JSON)) == _OWN_JSON
    return False
