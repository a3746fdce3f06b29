"""A comparison as HTML for a notebook: how much differs, the scores, and the bags with the largest effect.

Only inline styles, since a notebook shares its page with others; colours are translucent, so that they fit
light and dark themes. All words are escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice

from coala.base.numerals import count
from coala.base.plain_text import clean
from coala.diff.sentences import BagSentences
from coala.engine.compare import Comparison
from coala.errors import CoalaError
from coala.html.bag_article import MarkedLine, MarkedPart, lay_out
from coala.model.bag import Bag
from coala.present.blocks import DETAIL
from coala.present.chains import Chains
from coala.present.displayed_bag import display_bag
from coala.present.evidence.evidence import Evidence
from coala.present.printers.text import write_cell
from coala.results.diff import describe_totals, list_notices_in_totals, tabulate_scores
from coala.scores.findings import MAIN_METRICS

_MOST_BAGS = 10
_MOST_LINES = 6
_LONGEST_LINE = 400
_EFFECT_METRIC = "b_cubed"

_HUES = (210, 30, 165, 320, 55, 255, 0, 110)
"""Of the eight colours of chains, in degrees."""

_SOFT = "opacity:.7;font-size:90%"


def write_html(comparison: Comparison) -> str:
    """Return the comparison as HTML."""
    return "".join(_write(comparison))


def _write(comparison: Comparison) -> Iterator[str]:
    yield '<div style="max-width:60em;line-height:1.5">'
    summary = comparison.summary
    notices = [notice.sentence for notice in list_notices_in_totals(summary)]
    for sentence in (describe_totals(summary), *notices):
        yield f"<p style='margin:.3em 0;font-weight:600'>{escape(clean(sentence, 500))}</p>"
    yield from _write_scores(comparison)
    yield from _write_bags(comparison)
    yield "</div>"


def _write_scores(comparison: Comparison) -> Iterator[str]:
    table = tabulate_scores(comparison.summary, MAIN_METRICS).choose_columns(DETAIL)
    yield f"<p style='margin:.6em 0 .2em;{_SOFT}'>{escape(table.title)}</p><table><thead><tr>"
    for column in table.columns:
        side = "left" if column.is_left else "right"
        yield f"<th style='text-align:{side}'>{escape(column.title)}</th>"
    yield "</tr></thead><tbody>"
    for row in table.rows:
        name, *cells = (escape(write_cell(cell)) for cell in row)
        yield f"<tr><th style='text-align:left'>{name}</th>"
        yield "".join(f"<td style='text-align:right'>{cell}</td>" for cell in cells) + "</tr>"
    yield "</tbody></table>"


def _write_bags(comparison: Comparison) -> Iterator[str]:
    total = comparison.summary.interesting
    if not total:
        return
    places = (
        comparison.find_most_effective(_EFFECT_METRIC, _MOST_BAGS)
        if total > _MOST_BAGS
        else list(range(total))
    )
    ascending = sorted(places)
    bags = dict(zip(ascending, comparison.contents.build(ascending), strict=True))
    texts = comparison.texts()
    heading = f"{_MOST_BAGS} bags with the largest effect, of {total:,}" if total > _MOST_BAGS else "Bags"
    yield f"<p style='margin:.8em 0 .2em;{_SOFT}'>{heading}. Filled: chains of the baseline. "
    yield "Underlined: chains of the changed graph.</p>"
    for place in places:
        yield from _write_bag(bags[place], place + 1, texts.get)


def _write_bag(bag: Bag, number: int, text_of: object) -> Iterator[str]:
    sentences = BagSentences(bag)
    displayed = display_bag(bag)
    chains = Chains(displayed)
    try:
        page = Evidence(displayed, chains, text_of, title=sentences.first).page()  # type: ignore[arg-type]
        lines: Sequence[MarkedLine] = list(islice(lay_out(page, displayed, chains), _MOST_LINES))
    except CoalaError:
        lines = ()
    title = escape(clean(sentences.title, 300))
    yield f"<details style='margin:.2em 0'><summary><b>{number:,}.</b> <bdi>{title}</bdi> "
    yield f"<span style='{_SOFT}'>{count(len(bag.spans), bag.nouns.mention)}</span></summary>"
    for line in lines:
        yield f"<p dir='auto' style='margin:.2em 0 .2em 1em'><span style='{_SOFT}'>"
        yield f"{escape(line.signs)} <bdi>{escape(line.document)}</bdi></span> "
        room = _LONGEST_LINE
        for part in line.parts:
            if room <= 0:
                yield "…"
                break
            yield _write_part(part, part.words[:room])
            room -= len(part.words)
        yield "</p>"
    yield "</details>"


def _write_part(part: MarkedPart, words: str) -> str:
    if part.aside:
        return f"<bdi style='opacity:.7;font-size:75%'>{escape(words)}</bdi>"
    if not part.is_mention:
        return escape(words)
    style = "border-radius:3px"
    if part.old is not None:
        style += f";background:{_write_colour(part.old, '70%,50%', '.22')}"
    if part.new is not None:
        style += f";border-bottom:2px solid {_write_colour(part.new, '65%,45%', '1')}"
    if part.differs:
        style += ";font-weight:600"
    return f"<span style='{style}'>{escape(words)}</span>"


def _write_colour(hue: int, saturation: str, opacity: str) -> str:
    """Return the colour of a chain; grey from the ninth on."""
    return (
        f"hsla({_HUES[hue]},{saturation},{opacity})" if hue < len(_HUES) else f"rgba(128,128,128,{opacity})"
    )
