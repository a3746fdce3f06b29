"""Random pairs of small graphs in NIF, the same on every machine.

Each pair has two documents, chains that overlap and share spans, types, labels, statements between instances
and to literals, nested blank nodes and ``owl:sameAs``. The second graph is the first with some of it changed.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

_PREFIXES = """@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://example.org/> .
"""
_TEXTS = (
    "Bob Smith met John Doe and then he left. R. Smith is in town.",
    "Zoë saw the old man. He 😀 waved; she, too, waved at him at once.",
)
_TYPES = ("Person", "Place", "Event")
_PREDICATES = ("knows", "worksFor", "in")

Chains = dict[str, list[tuple[int, int, int]]]


class _Dice:
    """Random choices by ``Random.random`` alone, which no version of Python changes."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, number: int) -> int:
        return int(self._random.random() * number)

    def happens(self, share: float) -> bool:
        return self._random.random() < share


def write_random_graphs(folder: Path, pairs: int) -> None:
    """Write ``000-a.ttl``, ``000-b.ttl`` and so on into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(pairs):
        dice = _Dice(number)
        chains = _draw_chains(dice)
        for side in "ab":
            if side == "b":
                chains = _change(chains, dice)
            (folder / f"{number:03}-{side}.ttl").write_text(_turtle(chains, dice, side), encoding="utf-8")


def _draw_span(dice: _Dice) -> tuple[int, int, int]:
    document = dice.below(len(_TEXTS))
    begin = dice.below(len(_TEXTS[document]) - 6)
    return document, begin, begin + 1 + dice.below(5)


def _draw_chains(dice: _Dice) -> Chains:
    chains: Chains = {}
    for number in range(1 + dice.below(7)):
        chains[f"x{number}"] = [_draw_span(dice) for _ in range(1 + dice.below(5))]
    return chains


def _change(chains: Chains, dice: _Dice) -> Chains:
    changed: Chains = {}
    for number, spans in enumerate(chains.values()):
        kept = [span for span in spans if not dice.happens(0.2)]
        if dice.happens(0.3):
            kept.append(_draw_span(dice))
        target = f"y{dice.below(number + 1)}" if dice.happens(0.25) else f"y{number}"
        changed.setdefault(target, []).extend(kept)
    return {name: spans for name, spans in changed.items() if spans} or {"y": [(0, 0, 3)]}


def _turtle(chains: Chains, dice: _Dice, side: str) -> str:
    lines = [_PREFIXES]
    for number, text in enumerate(_TEXTS):
        lines.append(f'ex:doc{number} a nif:Context ; nif:isString "{text}" .')
    names = list(chains)
    for name, spans in chains.items():
        for place, (document, begin, end) in enumerate(spans):
            anchor = f' ; nif:anchorOf "{_TEXTS[document][begin:end]}"' if dice.happens(0.5) else ""
            lines.append(
                f"ex:{side}-{name}-{place} nif:referenceContext ex:doc{document} ; nif:beginIndex {begin} ; "
                f"nif:endIndex {end}{anchor} ; itsrdf:taIdentRef ex:{side}-{name} ."
            )
        lines += _statements(f"ex:{side}-{name}", names, dice, side)
    return "\n".join(lines) + "\n"


def _statements(node: str, names: list[str], dice: _Dice, side: str) -> list[str]:
    lines = []
    if dice.happens(0.6):
        lines.append(f"{node} a ex:{_TYPES[dice.below(3)]} .")
    if dice.happens(0.3):
        lines.append(f'{node} rdfs:label "Label {dice.below(4)}"@en .')
    if dice.happens(0.4):
        other = names[dice.below(len(names))]
        lines.append(f"{node} ex:{_PREDICATES[dice.below(3)]} ex:{side}-{other} .")
    if dice.happens(0.3):
        lines.append(f"{node} ex:age {20 + dice.below(3)} .")
    if dice.happens(0.2):
        lines.append(f'{node} ex:address [ ex:city "Town {dice.below(2)}" ; ex:code {dice.below(3)} ] .')
    if dice.happens(0.2):
        lines.append(f"{node} owl:sameAs ex:kb{dice.below(3)} .")
    return lines
