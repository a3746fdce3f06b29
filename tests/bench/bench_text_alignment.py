"""Two texts of one document aligned: processor seconds and memory by length and by how often they differ.

Each row is a process of its own, for peak memory is a process's. The hostile rows are what a diff dreads.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable

from coala.prepare.sign_alignment import align
from tests.bench.goals import Goal

LONG = 1_000_000
LENGTHS = (10_000, 100_000, LONG, 5_000_000)
RATES = (0.0, 0.001, 0.01, 0.1)
SECONDS = 300
"""No row is waited for longer."""

Pair = tuple[str, str]


def main(*, whole: bool) -> list[Goal]:
    print(
        f"{'texts':<28} {'characters':>11} {'edited':>7} {'aligned':>8} {'seconds':>9} {'peak':>9}",
        flush=True,
    )
    lengths = LENGTHS if whole else (LONG,)
    rows = [("edited words", length, rate) for length in lengths for rate in RATES]
    longer = [length for length in lengths if length > LENGTHS[0]]
    rows += [(name, length, 0.0) for name in LIKE for length in longer]
    rows += [(name, LONG, 0.01) for name in EDITED]
    rows += [(name, length, 1.0) for name in HOSTILE for length in longer]
    for name, length, rate in rows:
        command = [sys.executable, "-m", "tests.bench.bench_text_alignment", name]
        try:
            subprocess.run([*command, str(length), str(rate)], check=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            print(f"{name:<28} {length:>11,} {rate:>7.1%} not after {SECONDS} s", flush=True)
    return []


def measure(name: str, length: int, rate: float) -> None:
    own, other = (LIKE | EDITED | HOSTILE)[name](length, rate)
    before = _peak()
    start = time.process_time()
    alignment = align(own, other)
    seconds = time.process_time() - start
    print(
        f"{name:<28} {length:>11,} {rate:>7.1%} {alignment.share:>8.1%} {seconds:>7.2f} s "
        f"{_peak() - before:>6.0f} MB",
        flush=True,
    )


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _words(length: int, seed: int = 1) -> list[str]:
    """Return words with few frequent and many rare ones, as in prose, and a full stop now and then."""
    seeded = random.Random(seed)
    words: list[str] = []
    total = 0
    while total < length:
        number = int(seeded.paretovariate(0.7)) % 40_000
        word = "".join("etaoinshrdlu"[int(digit)] for digit in str(number * 7)) + "." * (
            seeded.random() < 0.06
        )
        words.append(word)
        total += len(word) + 1
    return words


def _prose(length: int, seed: int = 1) -> str:
    return " ".join(_words(length, seed))


def _edited(words: list[str], rate: float) -> list[str]:
    """Return the words with some dropped, doubled or replaced."""
    seeded = random.Random(2)
    edited = []
    for word in words:
        choice = seeded.randrange(3) if seeded.random() < rate else 3
        edited += ([], [word, word], [f"q{word[::-1]}z"], [word])[choice]
    return edited


def _edited_words(length: int, rate: float) -> Pair:
    words = _words(length)
    return " ".join(words), " ".join(_edited(words, rate))


def _blanks(length: int, _: float) -> Pair:
    text = _prose(length)
    return text, text.replace(".", " .").replace(" ", "\n ")


def _penn(length: int, _: float) -> Pair:
    text = _prose(length).replace(".", ' (“so…”) — isn’t "it"')
    penn = text.replace("(", " -LRB- ").replace(")", " -RRB- ").replace("“", "`` ").replace("”", " ''")
    return text, penn.replace("—", "--").replace("…", " ...").replace("n’t", " n't")


def _edited_letters(length: int, rate: float) -> Pair:
    seeded = random.Random(2)
    text = _prose(length)
    return text, "".join("#" if seeded.random() < rate else char for char in text)


def _edited_chinese(length: int, rate: float) -> Pair:
    seeded = random.Random(3)
    signs = [chr(0x4E00 + int(seeded.paretovariate(0.7)) % 5000) for _ in range(length)]
    return "".join(signs), "".join(_edited(signs, rate)).replace("q", "").replace("z", "")


def _edited_marks(length: int, rate: float) -> Pair:
    own, other = _edited_letters(length // 3, rate)
    return "".join(f"{char}\u0301\u0323" for char in own), "".join(f"{char}\u0323" for char in other)


def _moved_half(length: int, _: float) -> Pair:
    text = _prose(length)
    return text, text[length // 2 :] + text[: length // 2]


def _periodic(length: int, _: float) -> Pair:
    return "ab " * (length // 3), "abc " * (length // 4)


def _periodic_sentences(length: int, _: float) -> Pair:
    own, other = "the cat sat on the mat . ", "the cat sat on a mat . so "
    return own * (length // len(own)), other * (length // len(other))


def _different_words(length: int, _: float) -> Pair:
    return (
        " ".join(f"a{number}" for number in range(length // 7)),
        " ".join(f"b{number}" for number in range(length // 7)),
    )


def _shuffled(length: int, _: float) -> Pair:
    words = _words(length)
    other = list(words)
    random.Random(4).shuffle(other)
    return " ".join(words), " ".join(other)


LIKE: dict[str, Callable[[int, float], Pair]] = {"blanks alone": _blanks, "Penn spellings": _penn}
EDITED: dict[str, Callable[[int, float], Pair]] = {
    "edited words": _edited_words,
    "edited letters": _edited_letters,
    "edited Chinese": _edited_chinese,
    "edited letters with marks": _edited_marks,
}
HOSTILE: dict[str, Callable[[int, float], Pair]] = {
    "two unrelated texts": lambda length, _: (_prose(length), _prose(length, seed=9)),
    "the same words shuffled": _shuffled,
    "halves exchanged": _moved_half,
    "one sign, one more often": lambda length, _: ("a" * length, "a" * (length - length // 10)),
    "one blank-separated sign": lambda length, _: ("a " * (length // 2), "a " * (length // 2 - 999)),
    "two periods": _periodic,
    "two periods of sentences": _periodic_sentences,
    "one word against another": lambda length, _: ("a" * length, "b" * length),
    "one word, one letter more": lambda length, _: (
        _word(length),
        f"{_word(length // 2)}x{_word(length // 2)}",
    ),
    "all tokens different": _different_words,
    "two random Chinese texts": lambda length, _: (_chinese(length, 5), _chinese(length, 6)),
    "combining marks alone": lambda length, _: ("\u0301" * length, "\u0301\u0323" * (length // 2) + "a"),
    "one letter, many marks": lambda length, _: ("a" + "\u0301" * length, "b" + "\u0323" * length),
    "a text against a line": lambda length, _: (_prose(length), _prose(80)),
}


def _word(length: int) -> str:
    return "ab" * (length // 2)


def _chinese(length: int, seed: int) -> str:
    seeded = random.Random(seed)
    return "".join(chr(0x4E00 + seeded.randrange(3000)) for _ in range(length))


if __name__ == "__main__":
    measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
