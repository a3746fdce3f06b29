"""Word pieces, each with the number of its word, become words again, in which the pieces have places."""

from __future__ import annotations

from collections.abc import Sequence

from coala.reading.formats.json_clusters.offsets import Tokens

_ADDED = frozenset(("[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>"))
"""What models put around a text; it stands in no word."""


class PieceError(ValueError):
    """Pieces and numbers do not belong together, as the end of a sentence."""


def join_pieces(
    pieces: Sequence[str],
    numbers: Sequence[object],
    words: Sequence[str] | None,
    sentences: Sequence[object] | None,
) -> tuple[str, Tokens]:
    """The text of the words, and where the word of each piece stands in it.

    ``numbers`` and ``sentences`` number the word and the sentence of each piece; ``words`` are as they were
    before they were taken apart, where they are known.

    Raises:
        PieceError: the numbers are none, do not rise, or lead past the words.
    """
    if len(numbers) != len(pieces) or not all(type(number) is int and number >= 0 for number in numbers):
        raise PieceError(f"is no list of the words of all {len(pieces):,} pieces")
    if sentences is not None and len(sentences) != len(pieces):
        sentences = None
    joined: list[list[str]] = []
    place_of: dict[int, int] = {}
    places: list[int] = []
    highest = -1
    sentence: object = None
    for place, piece in enumerate(pieces):
        number = numbers[place]
        assert isinstance(number, int)
        if number < highest:
            raise PieceError("does not count the words upwards")
        highest = number
        if words is not None and number >= len(words):
            raise PieceError(f"leads past the {len(words):,} words")
        plain = "" if piece in _ADDED else piece.removeprefix("##").lstrip("Ġ▁")
        if number not in place_of:
            place_of[number] = len(place_of)
            if not joined or (sentences is not None and sentences[place] != sentence):
                joined.append([])
            joined[-1].append(plain if words is None else words[number])
        elif words is None:
            joined[-1][-1] += plain
        if sentences is not None:
            sentence = sentences[place]
        places.append(place_of[number])
    text, tokens = Tokens.joined(joined)
    return text, Tokens([tokens.begins[place] for place in places], [tokens.ends[place] for place in places])
