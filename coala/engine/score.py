"""The scores of a response graph against a key graph: the engine of ``coala score``.

The key is the gold graph, and the response the output of a system. A ``ScoreRequest`` says which tables to
compute: over all documents, by document or by type of instance, and scores of relations and facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Booleans, Integers
from coala.engine.class_parts import PartedClasses, explain_classes
from coala.engine.compare import measure_side
from coala.engine.scope import cluster_sides, find_scored_documents, note_coverage, note_joined_chains
from coala.engine.slices import FormSources, slice_mentions
from coala.engine.summary import Side
from coala.errors import CoalaError
from coala.model.corpus import Corpus
from coala.model.graph import Graph
from coala.model.knowledge_bases import KnowledgeBases
from coala.model.notices.notice import Notice, choose_words, make_notice
from coala.model.nouns import IN_TEXTS, Nouns
from coala.model.options import COUNT, DEFAULTS, Match, Options, Selection, with_forms
from coala.prepare.compatibility import note_incompatibilities, note_no_common_span, require_common
from coala.prepare.crac_matching import match_as_crac
from coala.prepare.figures import AlignedGraph
from coala.prepare.prepare import Preparation, prepare
from coala.prepare.quality import find_flaws_between
from coala.prepare.span_matching import LeftOutMentions, MatchedSpan
from coala.reading.read import ReadingProgress, never, read_graphs
from coala.scores.breakdown import Scores, TypesOfClasses, score_by_document, score_by_type
from coala.scores.findings import ALL_METRICS, ATTRIBUTE, SLICINGS, TABLES_OF_RECORDS, select_metrics
from coala.scores.link_scores import MICRO_LINKS, LinkScores
from coala.scores.links import score_links
from coala.scores.metric import ClusterPair, Metric
from coala.scores.metrics.conll import CONLL, average_as_crac
from coala.scores.metrics.registry import METRICS, METRICS_OF_RECORDS, score_pair
from coala.scores.partition import (
    Clusters,
    drop_singletons,
    find_class_of_instances,
    restrict_clusters,
)
from coala.scores.relations.facts import FactScores, score_facts
from coala.scores.relations.scoring import RelationRequest, RelationTable, score_relations
from coala.scores.slices import METRICS_BY_ATTRIBUTE, score_by_attribute, score_by_filter

KEY_AND_RESPONSE = ("key", "response")
_RESPONSE = 1
METRICS_OF_CRAC = ("muc", "b_cubed", "ceaf_e", "conll")

BY_DOCUMENT, BY_TYPE = "document", "type"

NO_TYPE = ""
"""The type of an instance without a type."""


@dataclass(frozen=True)
class ScoreRequest:
    """The tables to compute for a response."""

    metrics: Sequence[str] = (ALL_METRICS,)  # names of metrics
    singletons: bool = True  # False to leave out chains of one mention
    by: tuple[str, ...] = ()  # further tables: some of ``SCORE_TABLES``
    slice_way: str = ATTRIBUTE  # or FILTER
    languages: tuple[str, ...] = ("en",)  # of the lists of pronouns
    explain: bool = False  # True to ask for the classes that the other side parts
    crac: bool = False  # True to match mentions as the scorer of CRAC (``coala.prepare.crac_matching``)
    relations: RelationRequest | None = None  # asks for the table of relations
    facts: bool = False  # True to ask for the table of facts


class SliceTable(NamedTuple):
    """The scores of the slices that have a mention, by their titles."""

    name: str  # such as "form"
    way: str  # ATTRIBUTE or FILTER
    rows: Mapping[str, Scores]
    sources: FormSources | None = None  # how forms are known
    languages: tuple[str, ...] = ()  # of the lists of pronouns, for forms


ALL_SCORES = ScoreRequest()
"""All metrics over all documents together."""


@dataclass(frozen=True)
class Scored:
    """The scores of a response against a key, by the chosen metrics."""

    key: Side
    response: Side
    scores: Scores
    notices: tuple[Notice, ...]

    # How mentions were matched and counted.
    nouns: Nouns = IN_TEXTS
    singletons: bool = True  # True if chains of one mention were scored
    match: Match = Match.EXACT  # the rule by which spans are the same
    crac: bool = False
    joined: tuple[MatchedSpan, ...] = ()  # the spans that were matched to one with other offsets
    optional_mentions: str = COUNT
    left_out: tuple[LeftOutMentions, ...] = ()  # the optional mentions that did not count
    texts_aligned: tuple[AlignedGraph, ...] = ()  # what was carried over between texts that differ

    # Tables that were not requested are None.
    by_document: Mapping[str, Scores] | None = None  # by the identifier of the document
    micro: Scores | None = None  # the micro average over documents
    by_type: Mapping[str, Scores] | None = None  # by the IRI of the type
    slices: tuple[SliceTable, ...] = ()
    whole: Scores | None = None  # the scores of all slices together
    parted: PartedClasses | None = None
    relations: RelationTable | None = None
    facts: FactScores | None = None
    links: LinkScores | None = None  # None if no name counts, or if they were not requested


def score_paths(
    key: str,
    response: str,
    request: ScoreRequest = ALL_SCORES,
    *,
    options: Options = DEFAULTS,
    progress: Callable[[ReadingProgress], None] | None = None,
) -> Scored:
    """Read both graphs and score the response.

    Raises ``ReadingError`` if a graph cannot be used, and ``CoalaError`` for a request that cannot be met
    or that contradicts the options.
    """
    chosen = _select_cluster_metrics(request, options)
    _check_tables(request, options)
    if "form" in request.by:
        options = with_forms(options)
    if request.crac:
        options = _set_crac_options(options)
    preparation = Preparation.from_options(options)
    graphs = read_graphs(
        [key, response], options.reading, progress=progress, cancelled=never, may_be_empty=(_RESPONSE,)
    )
    return _score(graphs, preparation, chosen, request, options)


def score_graphs(
    key: Graph, response: Graph, request: ScoreRequest = ALL_SCORES, *, options: Options = DEFAULTS
) -> Scored:
    """Score a response that has been read, over the documents that both graphs know.

    Raises ``CoalaError`` if there is nothing to score.
    """
    _check_tables(request, options)
    chosen = _select_cluster_metrics(request, options)
    return _score((key, response), Preparation.from_options(options), chosen, request, options)


def _check_tables(request: ScoreRequest, options: Options) -> None:
    """Raise ``CoalaError`` for a table that tables of records do not have."""
    wrong = [name for name in request.by if name not in TABLES_OF_RECORDS]
    if wrong and options.reading.records.record:
        raise CoalaError(
            f"--by {','.join(wrong)} is for texts, and a record has no sentences, types or parts of speech. "
            f"With --record, use --by {','.join(TABLES_OF_RECORDS)}."
        )


def _select_cluster_metrics(request: ScoreRequest, options: Options) -> dict[str, Metric]:
    """Return the requested metrics of clusters; scores of links are computed apart from them."""
    names = [name for name in request.metrics if name != MICRO_LINKS]
    chosen = select_metrics(names, MICRO_LINKS, of_records=bool(options.reading.records.record))
    return {name: METRICS_OF_RECORDS[name] for name in chosen}


def _set_crac_options(options: Options) -> Options:
    """Return the options for matching as in CRAC: mentions are read with the list of their nodes."""
    if options.match not in (Match.EXACT, Match.HEAD):
        raise CoalaError(
            f"--crac matches heads, but --match {options.match.value} does not. Leave one of them out."
        )
    formats = options.reading.formats._replace(nodes=True)
    return options._replace(match=Match.EXACT, reading=options.reading._replace(formats=formats))


def _score(
    graphs: Sequence[Graph],
    preparation: Preparation,
    metrics: Mapping[str, Metric],
    request: ScoreRequest,
    options: Options,
) -> Scored:
    selection = Selection(only_types=options.selection.only_types)
    preparation = replace(preparation, selection=selection, count_words=True, key=0)
    prepared = prepare(graphs, KEY_AND_RESPONSE, preparation)
    corpus, match_notices = _match_spans(prepared.corpus, request)
    # A mask of the documents that both graphs have.
    scored = find_scored_documents(corpus, 0, (1,), KEY_AND_RESPONSE[0])
    sides = cluster_sides(corpus)
    notices = [
        *prepared.document_notices,
        *note_incompatibilities(corpus, KEY_AND_RESPONSE, divergences=False),
        *note_joined_chains(sides, KEY_AND_RESPONSE),
        *note_coverage(corpus, scored, 0, (1,), KEY_AND_RESPONSE),
        *prepared.span_notices,
        *prepared.name_notices,
        *match_notices,
        *find_flaws_between(corpus, KEY_AND_RESPONSE),
    ]
    # The classes in scored documents, and those that count.
    cut = [restrict_clusters(side, scored[corpus.document]) for side in sides]
    kept = cut if request.singletons else [drop_singletons(side) for side in cut]
    pair = ClusterPair(kept[0], kept[1])
    scores = score_pair(pair, metrics)
    by_document, micro = None, None
    if BY_DOCUMENT in request.by:
        by_document, micro = _score_documents(corpus, scored, cut, metrics, request.singletons)
    links = _score_links(prepared.bases, corpus, scored, request)
    if links is not None:
        scores[MICRO_LINKS] = links.total.score
        micro = micro and {**micro, MICRO_LINKS: links.total.score}
        by_document = by_document and _add_links(by_document, links)
    if request.crac:
        # CRAC averages its three metrics in its own way.
        scores = _replace_average(scores)
        micro = micro and _replace_average(micro)
        by_document = by_document and {name: _replace_average(row) for name, row in by_document.items()}
    tables = [_score_slices(name, corpus, pair, metrics, request) for name in SLICINGS if name in request.by]
    relations = None
    if request.relations is not None:
        relations, more = score_relations(graphs, corpus, cut, request.relations, KEY_AND_RESPONSE)
        notices += more
    if request.facts and not any(len(graph.facts) for graph in corpus.graphs):
        notices.append(make_notice("no-facts"))
    return Scored(
        key=measure_side(corpus, 0),
        response=measure_side(corpus, 1),
        scores=scores,
        notices=choose_words(options.reading.records.nouns, *notices),
        nouns=options.reading.records.nouns,
        singletons=request.singletons,
        match=Match.HEAD if request.crac else options.match,
        crac=request.crac,
        joined=prepared.joined,
        optional_mentions=options.optional_mentions,
        left_out=prepared.left_out,
        texts_aligned=prepared.texts_aligned,
        by_document=by_document,
        micro=micro,
        by_type=_score_types(corpus, pair, metrics) if BY_TYPE in request.by else None,
        slices=tuple(tables),
        whole=score_pair(pair, {**_METRICS_OF_SLICES, **metrics}) if tables else None,
        parted=explain_classes(corpus, pair) if request.explain else None,
        relations=relations,
        facts=score_facts(corpus, cut) if request.facts else None,
        links=links,
    )


_METRICS_OF_SLICES = {name: METRICS[name] for name in METRICS_BY_ATTRIBUTE}


def _score_slices(
    name: str, corpus: Corpus, pair: ClusterPair, metrics: Mapping[str, Metric], request: ScoreRequest
) -> SliceTable:
    """Return the table of one slicing, with the slices that a mention of either side is in."""
    slicing, sources = slice_mentions(name, corpus, pair, request.languages)
    if request.slice_way == ATTRIBUTE:
        rows = score_by_attribute(pair, slicing)
    else:
        rows = score_by_filter(pair, slicing, {**_METRICS_OF_SLICES, **metrics})
    present = {
        title: scores
        for title, scores in zip(slicing.titles, rows, strict=True)
        if scores["mentions"].recall.denominator or scores["mentions"].precision.denominator
    }
    return SliceTable(name, request.slice_way, present, sources, request.languages if sources else ())


def _add_links(tables: Mapping[str, Scores], links: LinkScores) -> dict[str, Scores]:
    """Return the tables by document with the scores of links in those that have some."""
    return {
        name: {**scores, MICRO_LINKS: links.by_document[name].score} if name in links.by_document else scores
        for name, scores in tables.items()
    }


def _score_links(
    bases: KnowledgeBases | None, corpus: Corpus, scored: Booleans, request: ScoreRequest
) -> LinkScores | None:
    """Return the scores of links, None if they are not requested.

    Raises ``CoalaError`` if they are requested by name and neither graph has a name that counts.
    """
    if bases is None or not {ALL_METRICS, MICRO_LINKS}.intersection(request.metrics):
        return None
    links = score_links(corpus, 0, 1, scored=scored, describe_base=bases.title)
    if links is None and MICRO_LINKS in request.metrics:
        raise CoalaError(
            "There are no links to score: no knowledge base counts. Name the bases with --names "
            "BASE,…, or declare your own with --knowledge-bases FILE."
        )
    return links


def _match_spans(corpus: Corpus, request: ScoreRequest) -> tuple[Corpus, tuple[Notice, ...]]:
    """Return the corpus, with its spans matched as in CRAC if the request says so, and notices.

    Raises ``CoalaError`` if the graphs have nothing in common.
    """
    if not request.crac:
        require_common(corpus, KEY_AND_RESPONSE)
        return corpus, tuple(note_no_common_span(corpus, KEY_AND_RESPONSE))
    as_crac = match_as_crac(corpus, singletons=request.singletons)
    # If texts are equal, a score without any match is a valid result.
    if not as_crac.matched and not corpus.texts[0].items() & corpus.texts[1].items():
        require_common(corpus, KEY_AND_RESPONSE)
    return as_crac.corpus, (as_crac.notice(),)


def _replace_average(scores: Scores) -> Scores:
    average = average_as_crac(scores)
    return scores if average is None or CONLL.key not in scores else {**scores, CONLL.key: average}


def _score_documents(
    corpus: Corpus,
    scored: Booleans,
    sides: Sequence[Clusters],
    metrics: Mapping[str, Metric],
    singletons: bool,
) -> tuple[dict[str, Scores], Scores]:
    """Return the scores of each scored document with a mention on either side, and the micro average."""
    mentioned = (sides[0].classes >= 0) | (sides[1].classes >= 0)
    numbers = np.unique(corpus.document[mentioned])
    # The position of each document among those with a mention.
    place = np.zeros(len(corpus.documents), np.int64)
    place[numbers] = np.arange(len(numbers))
    grouped = score_by_document(
        sides[0], sides[1], place[corpus.document], len(numbers), metrics, singletons=singletons
    )
    names = [corpus.documents[number] for number in numbers.tolist()]
    return dict(zip(names, grouped.each, strict=True)), grouped.micro


def _score_types(corpus: Corpus, pair: ClusterPair, metrics: Mapping[str, Metric]) -> dict[str, Scores]:
    """Return the scores of each type in either graph, sorted by name, with ``NO_TYPE`` last."""
    names = sorted({name for graph in corpus.graphs for types in graph.types for name in types})
    if not names:
        raise CoalaError("Neither graph has types of instances, so there are no scores by type.")
    number = {name: place for place, name in enumerate(names)}
    types_of = (
        _find_types_of_classes(corpus, 0, pair.key, number),
        _find_types_of_classes(corpus, 1, pair.response, number),
    )
    rows = dict(zip([*names, NO_TYPE], score_by_type(pair, types_of, len(names) + 1, metrics), strict=True))
    present = np.unique(np.concatenate([relation.type_ for relation in types_of]))
    return {name: row for place, (name, row) in enumerate(rows.items()) if place in present}


def _find_types_of_classes(
    corpus: Corpus, graph: int, side: Clusters, number: Mapping[str, int]
) -> TypesOfClasses:
    """Return the types of each class: those of all its instances; without any, the number of ``NO_TYPE``."""
    source = corpus.graphs[graph]
    # Pairs of (class, number of the type), without instances that have no class.
    class_of = find_class_of_instances(
        corpus.mentions[graph], corpus.instances[graph], len(source.names), side
    )
    instance, type_ = _split_pairs(
        (place, number[name]) for place, types in enumerate(source.types) for name in types
    )
    pairs = np.stack([class_of[instance], type_], axis=1)
    typed = pairs[pairs[:, 0] >= 0]
    # Classes without a type have the number of ``NO_TYPE``, which is the last.
    without = np.setdiff1d(np.arange(side.count), typed[:, 0])
    untyped = np.stack([without, np.full(len(without), len(number))], axis=1)
    rows = np.unique(np.concatenate([typed, untyped]), axis=0)
    return TypesOfClasses(rows[:, 0], rows[:, 1])


def _split_pairs(pairs: Iterable[tuple[int, int]]) -> tuple[Integers, Integers]:
    table = np.array(list(pairs), np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]
