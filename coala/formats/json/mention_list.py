"""Reader of lists of mentions for cross-document coreference, one JSON object each.

::

    {"doc_id": "d1", "coref_chain": 7, "mention_context": ["Ann", "left"], "tokens_number": [0],
     "tokens_str": "Ann"}

The tokens of a mention are numbered within its context. Without a context they are numbered within the
sentence ``sent_id``, whose text is elsewhere: the document has no text, and its mentions have only their
words. Lists whose contexts do not contain the mentions are read like that too, and those of Cattan et al.,
``{"doc_id": …, "cluster_id": …, "sentence_id": …, "tokens_ids": [numbers], "tokens": …}``, which number
tokens within the document.

A chain spans all documents of the file. If a document has several contexts, each context is a document,
numbered in the order of the texts, so that lists in any order give the same result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from coala.base.numerals import count
from coala.base.plain_text import excerpt
from coala.errors import FileError
from coala.formats.annotations import Document, Mention
from coala.formats.json.shapes import PREDICTED, Tokens, build_fragments
from coala.formats.text_lines import problem
from coala.model.format_options import FormatOptions
from coala.model.values import Fragments


class _Keys(NamedTuple):
    """The keys of a kind of list."""

    chain: str
    tokens: str  # a list of numbers, from 0 at the beginning of the sentence or of the document
    sentence: str
    words: str
    at_most: int  # the limit for numbers of tokens


MOST_TOKENS = 10_000
"""The most tokens of a sentence whose text is elsewhere.

Token t of sentence n gets the offsets n * 10,000 + t to n * 10,000 + t + 1, which distinguish the mentions.
"""

_MOST_SENTENCES = 10**9

_SENTENCE_KEYS = _Keys("coref_chain", "tokens_number", "sent_id", "tokens_str", MOST_TOKENS)
_DOCUMENT_KEYS = _Keys("cluster_id", "tokens_ids", "sentence_id", "tokens", _MOST_SENTENCES)
"""The keys of Cattan et al. The sentence number is added to the offsets as well: it never decreases."""

_NO_CHAIN = (None, "", "-", "UNK", -1)
"""Values where no chain was predicted."""

_MISFIT_RATIO = 100
"""At most one context in this number may lack its mention."""

_FEW_MISFITS = 10
"""This number of contexts without their mention is accepted in any list."""

_Place = tuple[str, Fragments, str]
"""The text of a mention's context, its span there, and its words; the text is "" without a context."""


class _Listed(NamedTuple):
    """A mention as listed."""

    number: int  # its line
    document: str
    chain: object  # its value in the file; see ``_NO_CHAIN`` for values without a chain
    predicted: object  # the chain that a system predicted
    in_context: _Place | None  # None without a context, or if its context does not contain it
    in_sentence: _Place | None
    error: FileError | None  # what is wrong with its context


def is_mention(values: Mapping[str, object]) -> bool:
    """Return True if the object is a mention of such lists."""
    return _find_keys(values) is not None


def _find_keys(values: Mapping[str, object]) -> _Keys | None:
    for keys in (_SENTENCE_KEYS, _DOCUMENT_KEYS):
        if keys.tokens in values and "doc_id" in values and any(keys.chain in key for key in values):
            return keys
    return None


class MentionList:
    """The mentions of one file, in order."""

    def __init__(self, path: str, options: FormatOptions) -> None:
        self._path = path
        self._wanted = options.clusters
        self._listed: list[_Listed] = []
        self._has_predictions = False
        self._chain_key = _SENTENCE_KEYS.chain

    def add(self, number: int, values: Mapping[str, object]) -> None:
        """Add one mention.

        Raises:
            FileError: it has no document or no place.
        """
        keys = _find_keys(values) or _SENTENCE_KEYS
        context, name = values.get("mention_context"), values.get("doc_id")
        if not isinstance(name, int | str) or name == "":
            raise problem(self._path, number, "the mention has no doc_id: name its document.")
        in_context = in_sentence = error = None
        try:
            if keys is _SENTENCE_KEYS and isinstance(context, list) and _is_list_of(context, str):
                in_context = self._read_context(number, str(name), context, values)
        except FileError as misfit:
            error = misfit
        try:
            in_sentence = self._read_sentence(number, str(name), keys, values)
        except FileError as reason:
            if not in_context:
                raise error or reason from reason
        predicted = values.get(PREDICTED + keys.chain)
        self._has_predictions = self._has_predictions or predicted not in _NO_CHAIN
        self._chain_key = keys.chain
        if self._wanted:
            chain = predicted = values.get(self._wanted)
        else:
            chain = values.get(keys.chain)
        self._listed.append(_Listed(number, str(name), chain, predicted, in_context, in_sentence, error))

    def _read_context(
        self, number: int, name: str, context: list[str], values: Mapping[str, object]
    ) -> tuple[str, Fragments, str]:
        """Return the text of a mention's context and its span there."""
        places = values.get("tokens_number")
        if (
            not isinstance(places, list)
            or not _is_list_of(places, int)
            or not all(0 <= place < len(context) for place in places)
        ):
            raise problem(
                self._path,
                number,
                f"tokens_number is not a list of places among the {count(len(context), 'token')} of "
                "mention_context: correct it.",
            )
        numbers = sorted(set(places))
        stated = values.get("tokens_str")
        words = " ".join(context[place] for place in numbers)
        if isinstance(stated, str) and stated.split() != words.split():
            raise problem(
                self._path,
                number,
                f"tokens_number leads to {excerpt(words)} in mention_context, not to {excerpt(stated)}: "
                "count the tokens of mention_context.",
            )
        self._check_texts(number, name, *context)
        text, tokens = Tokens.join([context])
        span = build_fragments(
            _find_runs(numbers), lambda begin, end: (tokens.begins[begin], tokens.ends[end])
        )
        return text, span, ""

    def _read_sentence(
        self, number: int, name: str, keys: _Keys, values: Mapping[str, object]
    ) -> tuple[str, Fragments, str]:
        """Return the place of a mention whose sentence is elsewhere, and its words."""
        sentence, places = values.get(keys.sentence), values.get(keys.tokens)
        if keys is _DOCUMENT_KEYS:
            sentence = 0 if sentence is None else _parse_number(sentence)
        if (
            type(sentence) is not int
            or not 0 <= sentence < _MOST_SENTENCES
            or not isinstance(places, list)
            or not _is_list_of(places, int)
            or not all(0 <= place < keys.at_most for place in places)
        ):
            raise problem(
                self._path,
                number,
                f"the mention has neither mention_context nor {keys.sentence} with a list of "
                f"{keys.tokens}: add the tokens there.",
            )
        stated = values.get(keys.words)
        if isinstance(stated, list) and _is_list_of(stated, str):
            stated = " ".join(map(str, stated))
        anchor = stated if isinstance(stated, str) else ""
        self._check_texts(number, name, anchor)
        first = sentence * MOST_TOKENS
        runs = _find_runs(sorted(set(places)))
        return "", tuple((first + begin, first + end + 1) for begin, end in runs), anchor

    def _check_texts(self, number: int, *texts: str) -> None:
        if not all(map(_is_text, texts)):
            raise problem(self._path, number, "a string has half of a surrogate pair: correct it.")

    def finish(self) -> tuple[list[Document], list[Mention], list[tuple[str, str]], list[FileError]]:
        """Return the documents, their mentions, remarks, and the errors of mentions that were left out."""
        # If many contexts do not contain their mention, place all mentions in their sentences.
        misfit_count = sum(mention.error is not None for mention in self._listed)
        ignores_contexts = misfit_count * _MISFIT_RATIO > len(self._listed) and (
            misfit_count > _FEW_MISFITS or misfit_count == len(self._listed)
        )
        errors = [] if ignores_contexts else [mention.error for mention in self._listed if mention.error]
        # Collect the mentions by document and context.
        contexts: defaultdict[str, dict[str, list[tuple[_Listed, Fragments, str]]]] = defaultdict(dict)
        textless = set()
        for mention in self._listed:
            place = mention.in_context or (None if mention.error else mention.in_sentence)
            if ignores_contexts:
                place = mention.in_sentence or place
            if place:
                text, span, anchor = place
                contexts[mention.document].setdefault(text, []).append((mention, span, anchor))
                if not text:
                    textless.add(mention.document)
        # Build a document for each context.
        documents: list[Document] = []
        mentions: list[Mention] = []
        choices = 0  # mentions with a predicted chain next to a gold one
        for name, by_text in contexts.items():
            for order, text in enumerate(sorted(by_text), start=1):
                for (number, _, chain, predicted, *_), span, anchor in by_text[text]:
                    instance = predicted if self._has_predictions else chain
                    choices += self._has_predictions and not self._wanted and chain is not None
                    if (
                        instance in _NO_CHAIN
                        or not isinstance(instance, int | str)
                        or not _is_text(str(instance))
                    ):
                        errors.append(problem(self._path, number, "the mention names no chain."))
                        continue
                    mentions.append(Mention(len(documents), span, str(instance), anchor=anchor))
                # Leave out a document without a usable mention.
                if mentions and mentions[-1].document == len(documents):
                    documents.append(Document(f"{name}#{order}" if len(by_text) > 1 else name, text))
        remarks = [("sentences-elsewhere", f"{self._path}, {name}") for name in sorted(textless)]
        if choices:
            remarks.append(
                ("predicted-clusters", f"{self._path}: {PREDICTED}{self._chain_key}, not {self._chain_key}")
            )
        return documents, mentions, remarks, errors


def _parse_number(value: object) -> object:
    """Return the number in a string, as Cattan et al. write sentence numbers, else the value itself."""
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10
    return int(str(value)) if is_number else value


def _find_runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the first and last number of each run of sorted numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _is_list_of(value: list[object], kind: type) -> bool:
    return bool(value) and all(type(item) is kind for item in value)


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
