"""Slices of scores: the form, size, distance or range of each mention of a key and a response.

- *form*: pronoun, name, nominal or verb. It is the part of speech of the mention's head where the file states
  it, for this mention or for the same span of the other graph; a zero is a pronoun; else a closed list of
  pronouns of the chosen languages decides; else the form is unknown.
- *size*: the number of mentions of the class.
- *distance*: the number of sentences between a mention and the mention before it in its class.
- *range*: the number of sentences from the first to the last mention of a class.

Sentences are found in the text (``coala.base.sentence_starts``). Classes that span documents have a distance
and a range of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from coala.base.arrays import Integers
from coala.base.sentence_starts import sentence_starts
from coala.model.corpus import Corpus
from coala.model.pronouns import join_pronouns
from coala.model.values import FORMS, MENTION_FORMS, UNKNOWN_FORM
from coala.scores.findings import LEAST_SIZES, SIZES
from coala.scores.metric import ClusterPair
from coala.scores.partition import Clusters
from coala.scores.slices import Slicing

_DISTANCES = ("0", "1", "2–3", "> 3")
_LEAST_DISTANCES = np.array([1, 2, 4])
_ACROSS, _FIRST_MENTION = "another document", "first mention"

_RANGES = ("1", "2–5", "6–20", "> 20")
_LEAST_RANGES = np.array([2, 6, 21])
_SEVERAL_DOCUMENTS = "several documents"


class FormSources(NamedTuple):
    """How the forms of the mentions of both sides are known: numbers of mentions."""

    stated: int  # by the file
    other: int  # by the other graph, which states it for the same span
    listed: int  # by the list of pronouns
    unknown: int


class SlicedCorpus(NamedTuple):
    """A slicing, and how forms are known if it is one by form."""

    slicing: Slicing
    sources: FormSources | None = None


def slice_mentions(name: str, corpus: Corpus, pair: ClusterPair, languages: Sequence[str]) -> SlicedCorpus:
    """Slice the mentions of a key (graph 0) and a response (graph 1) by one of ``SLICINGS``.

    ``languages`` are those of the lists of pronouns. Raises ``CoalaError`` for a language without a list.
    """
    if name == "form":
        return _slice_by_form(corpus, pair, languages)
    return SlicedCorpus(_SLICERS[name](corpus, pair))


def _slice_by_form(corpus: Corpus, pair: ClusterPair, languages: Sequence[str]) -> SlicedCorpus:
    pronouns = join_pronouns(languages)
    texts = corpus.texts_of(0, 1)
    # For scores as in CRAC every mention has a mark, which is no sign of a zero.
    zeros = (span for span in np.flatnonzero(corpus.zeros).tolist() if corpus.span(span).sign)
    pronoun = dict.fromkeys(zeros, MENTION_FORMS[0])
    stated = [pronoun | dict(forms) for forms in corpus.forms[:2]]
    counts = dict.fromkeys(FormSources._fields, 0)
    columns = []
    for side, own, other in zip((pair.key, pair.response), stated, stated[::-1], strict=True):
        forms = np.full(corpus.spans, FORMS.index(UNKNOWN_FORM))
        for span in np.flatnonzero(side.classes >= 0).tolist():
            if span in own:
                form, source = own[span], "stated"
            elif span in other:
                form, source = other[span], "other"
            elif (corpus.words_of(span, texts) or "").casefold() in pronouns:
                form, source = "pronoun", "listed"
            else:
                form, source = UNKNOWN_FORM, "unknown"
            counts[source] += 1
            forms[span] = FORMS.index(form)
        columns.append(forms)
    return SlicedCorpus(Slicing(FORMS, (columns[0], columns[1])), FormSources(**counts))


def _slice_by_size(corpus: Corpus, pair: ClusterPair) -> Slicing:
    def find(side: Clusters) -> Integers:
        return _spread(side, np.searchsorted(LEAST_SIZES, side.sizes, side="right"))

    return Slicing(SIZES, (find(pair.key), find(pair.response)))


def _slice_by_distance(corpus: Corpus, pair: ClusterPair) -> Slicing:
    titles = (*_DISTANCES, _ACROSS, _FIRST_MENTION, UNKNOWN_FORM)
    sentence = _number_sentences(corpus)

    def find(side: Clusters) -> Integers:
        found = np.full(corpus.spans, titles.index(_FIRST_MENTION))
        # The spans of one class are neighbours, in text order.
        spans = np.flatnonzero(side.classes >= 0)
        spans = spans[np.argsort(side.classes[spans], kind="stable")]
        before, later = spans[:-1], spans[1:]
        has_before = side.classes[before] == side.classes[later]
        before, later = before[has_before], later[has_before]
        apart = sentence[later] - sentence[before]
        slices = np.searchsorted(_LEAST_DISTANCES, apart, side="right")
        slices[(sentence[later] < 0) | (sentence[before] < 0)] = titles.index(UNKNOWN_FORM)
        slices[corpus.document[later] != corpus.document[before]] = titles.index(_ACROSS)
        found[later] = slices
        return found

    return Slicing(titles, (find(pair.key), find(pair.response)))


def _slice_by_range(corpus: Corpus, pair: ClusterPair) -> Slicing:
    titles = (*_RANGES, _SEVERAL_DOCUMENTS, UNKNOWN_FORM)
    sentence = _number_sentences(corpus)

    def find(side: Clusters) -> Integers:
        last = np.empty(side.count, np.int64)
        spans = np.flatnonzero(side.classes >= 0)
        last[side.classes[spans]] = spans  # the last write to a class counts
        slices = np.searchsorted(_LEAST_RANGES, sentence[last] - sentence[side.first] + 1, side="right")
        slices[sentence[side.first] < 0] = titles.index(UNKNOWN_FORM)
        slices[corpus.document[last] != corpus.document[side.first]] = titles.index(_SEVERAL_DOCUMENTS)
        return _spread(side, slices)

    return Slicing(titles, (find(pair.key), find(pair.response)))


def _spread(side: Clusters, of_class: Integers) -> Integers:
    """Return for each span the value of its class; 0 for spans without one."""
    return np.append(of_class, 0)[side.classes]


def _number_sentences(corpus: Corpus) -> Integers:
    """Return the number of the sentence in which each span begins, in its document; -1 without a text."""
    found = np.full(corpus.spans, -1)
    bounds = np.searchsorted(corpus.document, np.arange(len(corpus.documents) + 1)).tolist()
    for number, text in enumerate(corpus.texts_of(0, 1)):
        first, last = bounds[number], bounds[number + 1]
        if text is not None and first < last:
            starts = np.fromiter(sentence_starts(text, 0, len(text)), np.int64)
            found[first:last] = np.searchsorted(starts, corpus.begin[first:last], side="right")
    return found


_SLICERS: Mapping[str, Callable[[Corpus, ClusterPair], Slicing]] = {
    "size": _slice_by_size,
    "distance": _slice_by_distance,
    "range": _slice_by_range,
}
