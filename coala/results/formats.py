"""Text, JSON and Markdown tables of ``coala list formats``: what COALA reads besides RDF.

There are three lists: formats of files; *shapes*, which describe where a JSON file has its chains and spans;
and *layouts*, which say what the columns of a CoNLL file are. The Markdown tables are for the documentation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from coala.formats.conll_layouts import read_layouts
from coala.formats.json.shapes import Shape, load_shape, shipped_shapes
from coala.formats.registry import COREFERENCE_FORMATS

HEAD_OF_FORMATS = ("format", "files", "its text", "its offsets", "`convert` writes besides chains")


def render_formats_text() -> Iterator[str]:
    """Yield one line for each format, each shape of JSON and each layout of CoNLL."""
    yield "RDF in any vocabulary ('coala list vocabularies'), and:"
    yield from _align_columns(
        [(each.name, each.what, each.found_in.replace("`", "")) for each in COREFERENCE_FORMATS]
    )
    yield ""
    yield "shapes of JSON, detected by their keys, or named with --json-shape:"
    shapes = {name: load_shape(name) for name in shipped_shapes()}
    yield from _align_columns([(name, ", ".join(shape.keys), shape.title) for name, shape in shapes.items()])
    yield ""
    yield "layouts of CoNLL columns, named with --columns:"
    yield from _align_columns([(name, each.columns, each.title) for name, each in read_layouts().items()])


def render_formats_json() -> str:
    """Return the ``coala-formats/1`` document."""
    document = {
        "format": "coala-formats/1",
        "formats": [
            {
                "name": each.name,
                "what": each.what,
                "extensions": each.extensions,
                "files": each.found_in,
                "text": each.text,
                "offsets": each.offsets,
                "written": each.written,
            }
            for each in COREFERENCE_FORMATS
        ],
        "layouts": [{"name": name, **each._asdict()} for name, each in read_layouts().items()],
        "shapes": [
            {"name": name, "file": file, **load_shape(name)._asdict()}
            for name, file in shipped_shapes().items()
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def render_formats_table() -> Iterator[str]:
    """Yield the formats as a Markdown table."""
    yield from _render_table(
        HEAD_OF_FORMATS,
        [
            (
                f"[{each.title}]({each.link})" if each.link else each.title,
                ", ".join((*(f"`{ending}`" for ending in each.extensions), *filter(None, [each.files]))),
                each.text,
                each.offsets,
                each.written or "nothing",
            )
            for each in COREFERENCE_FORMATS
        ],
    )


def render_shapes_table() -> Iterator[str]:
    """Yield the shapes of JSON as a Markdown table."""
    rows = []
    for name in shipped_shapes():
        shape = load_shape(name)
        names = (*shape.document, *filter(None, [shape.part]))
        keys, called = (", ".join(f"`{key}`" for key in each) for each in (shape.keys, names))
        rows.append((f"`{name}`", shape.title, keys, _describe_spans(shape), called))
    yield from _render_table(
        ("shape", "written by", "keys that identify it", "spans", "names of documents"), rows
    )


def render_layouts_table() -> Iterator[str]:
    """Yield the layouts of CoNLL's columns as a Markdown table."""
    rows = [(f"`{name}`", layout.title, f"`{layout.columns}`") for name, layout in read_layouts().items()]
    yield from _render_table(("layout", "written by", "columns"), rows)


def _describe_spans(shape: Shape) -> str:
    """Say in words what the spans of a shape count."""
    if shape.chainless:
        return "unknown; a notice says so"
    if not shape.unit:
        return "characters with an exclusive end, tokens with an inclusive one"
    counted = "pieces, read as their words" if shape.pieces else f"{shape.unit}s"
    if shape.counted_in:
        counted = f"{f'`{shape.sentence}`' if shape.sentence else shape.counted_in}, then its {counted}"
    spans = f"{counted}{', from 1' if shape.first else ''}, {shape.end} ends"
    named = f"; the chain is `{shape.chain}`" if shape.chain else ""
    return spans + (f"; the entry is `{shape.link[0]}`" if shape.link else named)


def _render_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row)} |"


def _align_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Align the columns of the rows; the last one keeps its width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield f"  {'  '.join(cells)}".rstrip()
