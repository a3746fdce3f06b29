"""The summary of a comparison in figures, and its JSON form (specification, section 7).

A review file stores the summary as JSON, and ``coala diff --json`` writes it with the list of bags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from string import Formatter
from typing import Any, NamedTuple

from coala.base.files import Source
from coala.model.kinds import Kind
from coala.model.notices.catalogue import CATALOGUE
from coala.model.notices.notice import Notice, notice_to_json
from coala.model.nouns import Nouns, choose_nouns
from coala.prepare.figures import AlignedGraph
from coala.scores.findings import (
    SIMILARITY,
    LinkTotals,
    Resampling,
    ShareTest,
    resampling_from_json,
    resampling_to_json,
)
from coala.scores.link_scores import LinkScores, links_from_json, links_to_json
from coala.scores.ratio import Score, score_from_json, scores_to_json

GRAPH_ROLES = ("baseline", "changed graph", "gold graph")
"""The words for the graphs of a comparison in its notices."""


class Side(NamedTuple):
    """The figures of one graph."""

    path: str
    documents: int
    instances: int
    mentions: int
    spans: int
    statements: int  # with those of facts
    sources: tuple[Source, ...] = ()  # the files that were read
    facts: int = 0


@dataclass(frozen=True)
class Summary:
    """The figures of one comparison; interesting bags are those in which the graphs differ."""

    baseline: Side
    changed: Side
    gold: Side | None
    bags: int
    interesting: int  # the number of interesting bags: those with a change of a chosen kind
    differing: int  # the number of bags with a change of any kind
    mentions: int  # of both graphs
    interesting_mentions: int  # of both graphs, in interesting bags
    largest: int  # the number of spans in the largest bag
    kinds: Mapping[Kind, int]  # for each kind of change, the number of bags that have it
    scores: Mapping[str, Mapping[str, Score]]
    """Metric -> score, under "baseline" and "changed" with gold, else under ``SIMILARITY``."""
    share_tests: Mapping[str, ShareTest]
    """The sign test over bags, by metric; empty without gold."""
    resampling: Resampling | None
    """The bootstrap of the differences against gold."""
    notices: tuple[Notice, ...]
    settings: Mapping[str, str]  # the options as texts (``coala.engine.settings``)
    version: str  # of this program
    texts_aligned: tuple[AlignedGraph, ...] = ()
    """What was carried over between texts that differ."""
    links: LinkTotals | None = None
    """The numbers of links; None in a blind review, or if a repair could not read them."""
    link_scores: Mapping[str, LinkScores] = field(default_factory=dict)
    """Scores of links to knowledge bases, under the same names as ``scores``; empty if no name counts."""

    @property
    def nouns(self) -> Nouns:
        """The nouns for what was compared."""
        return choose_nouns(self.settings)

    @property
    def sides(self) -> dict[str, Side]:
        """The graphs that were compared, by their names in ``GRAPH_ROLES``."""
        return _map_roles(self.baseline, self.changed, self.gold)

    @property
    def shown_paths(self) -> tuple[str, str]:
        """The paths of both graphs, with the columns of their clusters if they are one table of records."""
        paths = self.baseline.path, self.changed.path
        columns = [name.strip() for name in self.settings.get("cluster", "").split(",")]
        if paths[0] != paths[1] or len(columns) < len(paths):
            return paths
        return f"{paths[0]} ({columns[0]})", f"{paths[1]} ({columns[1]})"


def _map_roles(baseline: Side, changed: Side, gold: Side | None) -> dict[str, Side]:
    sides = zip(GRAPH_ROLES, (baseline, changed, gold), strict=True)
    return {role: side for role, side in sides if side is not None}


def summary_to_json(summary: Summary) -> dict[str, Any]:
    """Return the summary in the ``coala-diff/1`` format, without the list of bags."""
    tables = {name: scores_to_json(table) for name, table in summary.scores.items()}
    of_links = {name: links_to_json(links) for name, links in summary.link_scores.items()}
    return {
        "format": "coala-diff/1",
        "version": summary.version,
        "baseline": side_to_json(summary.baseline),
        "changed": side_to_json(summary.changed),
        "gold": None if summary.gold is None else side_to_json(summary.gold),
        "settings": dict(summary.settings),
        "bags": {
            "total": summary.bags,
            "interesting": summary.interesting,
            "differing": summary.differing,
            "mentions": summary.mentions,
            "interesting_mentions": summary.interesting_mentions,
            "largest": summary.largest,
            "by_kind": {kind.value: count for kind, count in summary.kinds.items()},
        },
        "texts_aligned": texts_aligned_to_json(summary.texts_aligned, GRAPH_ROLES),
        "links": None if summary.links is None else summary.links._asdict(),
        "scores": tables.get(SIMILARITY, {}) if summary.gold is None else tables,
        **({"link_scores": of_links.get(SIMILARITY, of_links)} if of_links else {}),
        "bootstrap": None if summary.resampling is None else resampling_to_json(summary.resampling),
        "share_tests": {metric: asdict(test) for metric, test in summary.share_tests.items()},
        "warnings": list(map(notice_to_json, summary.notices)),
    }


def summary_from_json(value: Mapping[str, Any]) -> Summary:
    """Return the summary that ``summary_to_json`` wrote.

    Raises ``KeyError``, ``TypeError``, ``ValueError`` or ``AttributeError`` on anything else.
    """
    bags = value["bags"]
    baseline, changed = _side_from_json(value["baseline"]), _side_from_json(value["changed"])
    gold = None if value["gold"] is None else _side_from_json(value["gold"])
    paths = {role: side.path for role, side in _map_roles(baseline, changed, gold).items()}
    tables = {SIMILARITY: value["scores"]} if gold is None else value["scores"]
    of_links = value.get("link_scores", {})
    if of_links and gold is None:
        of_links = {SIMILARITY: of_links}
    return Summary(
        baseline=baseline,
        changed=changed,
        gold=gold,
        bags=bags["total"],
        interesting=bags["interesting"],
        differing=bags["differing"],
        mentions=bags["mentions"],
        interesting_mentions=bags["interesting_mentions"],
        largest=bags["largest"],
        kinds={Kind(kind): count for kind, count in bags["by_kind"].items()},
        scores={
            name: {metric: score_from_json(score) for metric, score in table.items()}
            for name, table in tables.items()
            # A repaired review may have empty tables.
            if table
        },
        share_tests={metric: ShareTest(**test) for metric, test in value["share_tests"].items()},
        resampling=None if value["bootstrap"] is None else resampling_from_json(value["bootstrap"]),
        notices=tuple(_notice_from_json(notice, paths) for notice in value["warnings"]),
        settings=value["settings"],
        version=value["version"],
        texts_aligned=_texts_aligned_from_json(value["texts_aligned"]),
        links=None if value["links"] is None else LinkTotals(**value["links"]),
        link_scores={name: links_from_json(links) for name, links in of_links.items()},
    )


def texts_aligned_to_json(graphs: Iterable[AlignedGraph], roles: Sequence[str]) -> dict[str, Any]:
    """Return as JSON what was carried over between texts that differ, by graph."""
    return {
        roles[graph.graph]: {key: value for key, value in graph._asdict().items() if key != "graph"}
        for graph in graphs
    }


def _texts_aligned_from_json(value: Mapping[str, Any]) -> tuple[AlignedGraph, ...]:
    return tuple(AlignedGraph(GRAPH_ROLES.index(role), **figures) for role, figures in value.items())


def side_to_json(side: Side) -> dict[str, Any]:
    """Return the figures of one graph as JSON."""
    return side._asdict() | {"sources": [source._asdict() for source in side.sources]}


def _side_from_json(value: Mapping[str, Any]) -> Side:
    sources = tuple(Source(**source) for source in value["sources"])
    return Side(**{**value, "sources": sources})


def _notice_from_json(value: Mapping[str, Any], paths: Mapping[str, str]) -> Notice:
    """Return the notice with this JSON, whose message may begin with the role and the path of a graph.

    ``paths`` are the paths of the graphs by role.
    """
    code, sentence = value["code"], value["message"]
    # "graph" is set only for a notice with a path; another one may still name a role in its sentence.
    role = value["graph"]
    path = paths.get(role, "")
    if path:
        sentence = sentence.removeprefix(f"{role} {path}: ")
    else:
        role = _find_role(code, sentence, paths)
    return Notice(code, value["count"], sentence, tuple(value["examples"]), role, path)


def _find_role(code: str, sentence: str, roles: Iterable[str]) -> str:
    """Return the role that a sentence of the catalogue names, "" without one.

    The template of the sentence is turned into a pattern, in which ``{role}`` matches one of the roles.
    """
    parts = {"role": f"({'|'.join(map(re.escape, roles))})", None: ""}
    for name, entry in CATALOGUE.items():
        if code in (name, entry.code) and "{role}" in entry.sentence:
            template = Formatter().parse(entry.sentence)
            pattern = "".join(re.escape(text) + parts.get(word, ".*?") for text, word, *_ in template)
            if found := re.match(pattern, sentence, re.DOTALL):
                return found[1]
    return ""
