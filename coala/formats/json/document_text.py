"""The text of a JSON object: found, or built from its tokens as a shape describes.

A shape (``shapes``) says under which keys an object has its text and tokens. Tokens may be lists of strings,
lists of sentences, objects, or word pieces. Word pieces ("play", "##ing"), each with the number of its word,
are joined into words ("playing"); each piece gets the offsets of its word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from coala.base.numerals import count
from coala.errors import FileError
from coala.formats.json.shapes import OffsetError, Shape, Tokens, list_keys
from coala.formats.json.spans import find_starts

_MODEL_TOKENS = frozenset(("[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>"))
"""Tokens that models put around a text; they are part of no word."""


class PieceError(ValueError):
    """Pieces and the numbers of their words do not match; the message is the end of a sentence."""


def join_pieces(
    pieces: Sequence[str],
    word_numbers: Sequence[object],
    words: Sequence[str] | None,
    sentences: Sequence[object] | None,
) -> tuple[str, Tokens]:
    """Return the text of the words, and the offsets of the word of each piece.

    ``word_numbers`` and ``sentences`` have the number of the word and of the sentence of each piece.
    ``words`` are the original words, if known. ["play", "##ing", "now"] with the numbers [0, 0, 1] are
    "playing now".

    Raises:
        PieceError: the numbers are no numbers, decrease, or lead past the words.
    """
    if len(word_numbers) != len(pieces) or not all(
        type(number) is int and number >= 0 for number in word_numbers
    ):
        raise PieceError(f"is not a list of the words of all {len(pieces):,} pieces")
    if sentences is not None and len(sentences) != len(pieces):
        sentences = None
    joined: list[list[str]] = []  # the words of each sentence
    place_by_number: dict[int, int] = {}  # a word without pieces has a number, but no place in the text
    places: list[int] = []  # the place of the word of each piece
    highest = -1
    sentence: object = None  # that of the last piece
    for place, piece in enumerate(pieces):
        number = word_numbers[place]
        assert isinstance(number, int)
        if number < highest:
            raise PieceError("does not count the words upwards")
        highest = number
        if words is not None and number >= len(words):
            raise PieceError(f"leads past the {count(len(words), 'word')}")
        piece_text = "" if piece in _MODEL_TOKENS else piece.removeprefix("##").lstrip("Ġ▁")
        if number not in place_by_number:
            place_by_number[number] = len(place_by_number)
            if not joined or (sentences is not None and sentences[place] != sentence):
                joined.append([])
            joined[-1].append(piece_text if words is None else words[number])
        elif words is None:
            joined[-1][-1] += piece_text
        if sentences is not None:
            sentence = sentences[place]
        places.append(place_by_number[number])
    text, tokens = Tokens.join(joined)
    return text, Tokens([tokens.begins[place] for place in places], [tokens.ends[place] for place in places])


_FEW = 100
"""At most one token in this number may differ if two keys have the tokens."""


class FoundText(NamedTuple):
    """The text of an object, the offsets of its tokens if there are any, and ``SpanReader.starts``."""

    text: str
    tokens: Tokens | None
    starts: list[int]


class TextReader:
    """A reader of the text of one object; ``problem`` builds an error with the place of the object."""

    def __init__(
        self, values: Mapping[str, object], shape: Shape, problem: Callable[[str], FileError]
    ) -> None:
        self._values = values
        self._shape = shape
        self._problem = problem

    def read(self) -> FoundText | None:
        """Return the text; None if there is neither a text nor tokens.

        Raises:
            FileError: one of them is invalid, or they contradict each other.
        """
        # Find the text and the tokens.
        text = self._values.get(self._shape.text)
        key, tokens = self._find_tokens()
        if text is not None and not isinstance(text, str):
            raise self._problem(
                f"{self._shape.text} is not a string: write the document's text, or tokens instead."
            )
        if text is not None:
            check_characters(text, self._shape.text, self._problem)
        if tokens is None:
            return None if text is None else FoundText(text, None, [])
        # Tokens may be objects, word pieces, or strings.
        if self._shape.words:
            return self._join_words(key, tokens)
        if self._shape.pieces and _are_all_numbers(tokens):
            tokens = self._replace_number_pieces(key, tokens)
        sentences = self._check_sentences(key, tokens)
        starts = find_starts(sentences)
        if self._shape.pieces:
            return FoundText(*self._join_pieces(sentences), starts)
        if text is None:
            return FoundText(*Tokens.join(sentences), starts)
        try:
            return FoundText(text, Tokens.find(sentences, text), starts)
        except OffsetError as error:
            raise self._problem(f"{error}: leave out the text or the tokens.") from None

    def _join_pieces(self, sentences: list[list[str]]) -> tuple[str, Tokens]:
        """Return the text of words whose pieces are the tokens."""
        shape, values = self._shape, self._values
        key = next((key for key in shape.piece_words if values.get(key) is not None), "")
        words = None
        if key:
            words = [word for part in self._check_sentences(key, values[key]) for word in part]
        try:
            return join_pieces(
                [piece for sentence in sentences for piece in sentence],
                _flatten(values.get(shape.pieces)) or [],
                words,
                _flatten(values.get(shape.piece_sentences)),
            )
        except PieceError as error:
            raise self._problem(f"{shape.pieces} {error}: correct it, or leave it out.") from None

    def _replace_number_pieces(self, key: str, tokens: object) -> object:
        """Replace pieces that are vocabulary numbers by empty ones, if the words are under another key."""
        shape, values = self._shape, self._values
        found = next((name for name in shape.piece_words if values.get(name) is not None), "")
        if not found:
            raise self._problem(
                f"{key} has numbers for pieces of words, but the words are missing: write them "
                f"under {' or '.join(shape.piece_words)} ({list_keys(values)})."
            )
        words, word_numbers = _flatten(values[found]), _flatten(values.get(shape.pieces))
        highest = max((number for number in word_numbers or () if type(number) is int), default=-1)
        if words is not None and len(words) != highest + 1:
            # Numbers do not show which word is which; fast-coref puts speakers among the words.
            raise self._problem(
                f"{shape.pieces} counts {count(highest + 1, 'word')}, but {found} has {len(words):,}, "
                "perhaps with speakers: leave only the words there."
            )
        parts = tokens if isinstance(tokens, list) else []
        return [[""] * len(part) if isinstance(part, list) else "" for part in parts]

    def _join_words(self, key: str, sentences: object) -> FoundText:
        """Return the text of tokens that are objects: exact if each states the text before and after it."""
        tokens = [
            sentence.get(self._shape.words) if isinstance(sentence, dict) else None
            for sentence in (sentences if isinstance(sentences, list) else [None])
        ]
        words: list[list[str]] = []
        exact: list[str] = []  # the text before each token, and the token
        for sentence in tokens:
            if not isinstance(sentence, list):
                raise self._problem(
                    f"{key} has a sentence without a list of {self._shape.words}: correct it."
                )
            words.append([])
            for token in sentence:
                values = token if isinstance(token, dict) else {}
                word = next((values[name] for name in self._shape.word if name in values), token)
                if not isinstance(word, str):
                    lacking = self._shape.word[0] if self._shape.word else "words"
                    raise self._problem(f"{key} has a token without {lacking}: correct it.")
                words[-1].append(word)
                if isinstance(before := values.get("before"), str):
                    exact += (before, word)
                    after = values.get("after")
            check_characters(" ".join(words[-1]), key, self._problem)
        starts = find_starts(words)
        if len(exact) != 2 * sum(map(len, words)) or not exact:
            return FoundText(*Tokens.join(words), starts)
        text = "".join(exact) + (after if isinstance(after, str) else "")
        check_characters(text, key, self._problem)
        return FoundText(text, Tokens.from_pieces(exact), starts)

    def _find_tokens(self) -> tuple[str, object]:
        """Return the tokens and their key; two keys may hold the same tokens."""
        found = [key for key in self._shape.tokens if self._values.get(key) is not None]
        if not found:
            return "", None
        if len(found) == 1:
            return found[0], self._group_by_sentence(self._values[found[0]])
        first, second = (self._values[key] for key in found)
        if not _are_alike(_flatten(first), _flatten(second)):
            raise self._problem(f"{found[0]} and {found[1]} are both there and mean the same: keep one.")
        nested = isinstance(first, list) and any(isinstance(sentence, list) for sentence in first)
        return (found[0], first) if nested else (found[1], second)

    def _group_by_sentence(self, tokens: object) -> object:
        """Group the tokens by sentence, if another key numbers the sentence of each."""
        numbers = self._values.get(self._shape.sentence_of_token)
        if not isinstance(numbers, list) or not isinstance(tokens, list) or len(numbers) != len(tokens):
            return tokens
        sentences: list[list[object]] = []
        before: object = None
        for token, number in zip(tokens, numbers, strict=True):
            if not sentences or number != before:
                sentences.append([])
            sentences[-1].append(token)
            before = number
        return sentences

    def _check_sentences(self, key: str, tokens: object) -> list[list[str]]:
        """Return the tokens as a list of sentences."""
        if not isinstance(tokens, list):
            what = "a text, not a list" if isinstance(tokens, str) else "no list"
            raise self._problem(
                f"{key} is {what} ({list_keys(self._values)}): write a list of tokens, or of sentences of "
                "tokens, or describe such files with --json-shape."
            )
        flat = all(isinstance(token, str) for token in tokens)
        sentences = [tokens] if flat else tokens
        for sentence in sentences:
            if not isinstance(sentence, list) or not all(isinstance(token, str) for token in sentence):
                raise self._problem(f"{key} must have strings or lists of strings only: correct it.")
            check_characters(" ".join(sentence), key, self._problem)
        return sentences


def check_characters(text: str, key: str, problem: Callable[[str], FileError]) -> str:
    """Return the text under a key unchanged, or raise if it contains half of a surrogate pair."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise problem(
            f"{key} has half a character, \\u{ord(text[error.start]):04x}: "
            "a surrogate is written with its other half."
        ) from None
    return text


def _are_alike(tokens: list[object] | None, others: list[object] | None) -> bool:
    """Return True if the tokens are the same, except a few spelt otherwise (``<N>`` for a new line)."""
    if tokens is None or others is None or len(tokens) != len(others):
        return False
    differing = sum(token != other for token, other in zip(tokens, others, strict=True))
    return differing * _FEW <= len(tokens)


def _are_all_numbers(tokens: object) -> bool:
    flat = _flatten(tokens)
    return bool(flat) and all(type(token) is int for token in flat or ())


def _flatten(tokens: object) -> list[object] | None:
    """Return the tokens of all sentences as one list; None if they are not in a list."""
    if not isinstance(tokens, list):
        return None
    return [token for part in tokens for token in (part if isinstance(part, list) else [part])]
