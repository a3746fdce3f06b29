"""The commands in the code blocks of README and of the documentation, and the input files that they need."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from coala.cli.commands import COMMANDS, main
from coala.model.bag import Verdict
from coala.review.file import Review
from coala.verdicts.state import State
from tests.support.pages import list_blocks
from tests.support.paths import SAMPLES

_OUTPUTS = {"-o", "--output", "--json", "--csv", "--markdown", "--junit", "--picture"}

_PAPER = SAMPLES / "paper"
_NEWS = SAMPLES / "newswire"
_TEXT = "Bob Smith met John Doe and then he left."
_SPANS = ((0, 8), (14, 21), (32, 33))


def list_commands(text: str) -> Iterator[list[str]]:
    """Yield the words after ``coala`` of each command in the code blocks, without comments and pipes."""
    for code in list_blocks(text):
        for line in re.sub(r" *\\\n *", " ", code).splitlines():
            if found := re.match(r"(?:- |\s|run: )*coala ((?!.*\[OPTIONS\]|.*SHELL).*)", line):
                lexer = shlex.shlex(re.sub(r"\s#.*", "", found[1]), posix=True, punctuation_chars="|<>&;")
                lexer.whitespace_split, lexer.commenters = True, ""
                words = list(lexer)
                ends = [place for place, word in enumerate(words) if word[0] in "|<>&;"]
                yield words[: ends[0] if ends else None]


def name_review(words: Sequence[str]) -> list[str]:
    """Return the words with their command: two graphs, or a review, are opened by ``review``."""
    is_named = words[0] in {name.split()[0] for name in COMMANDS} or words[0].startswith("-")
    return list(words) if is_named else ["review", *words]


def put_inputs(words: Sequence[str]) -> None:
    """Write the inputs of a command that are not there into the current folder."""
    graphs = 0
    for option, word in zip(("", *words), words, strict=False):
        path = Path(re.sub(r"#\d+$", "", word.rpartition("=")[2]).replace("*", "r"))
        if option in _OUTPUTS or path.exists() or not (path.suffix or word.isupper() or word.endswith("/")):
            continue
        kind = "/" if word.endswith("/") else path.suffix
        if make := _MAKERS.get(path.name) or _MAKERS.get(kind):
            path.parent.mkdir(parents=True, exist_ok=True)
            make(path, graphs)
            graphs += 1


def _put_turtle(path: Path, number: int) -> None:
    path.write_bytes((_PAPER / ("Z.ttl" if number else "X.ttl")).read_bytes())


def _put_news(path: Path, number: int) -> None:
    path.write_bytes((_NEWS / ("changed.ttl" if number else "baseline.ttl")).read_bytes())


def _list_chains(number: int) -> list[list[tuple[int, int]]]:
    first, second, third = _SPANS
    return [[first], [second, third]] if number else [[first, third], [second]]


def _put_json_lines(path: Path, number: int) -> None:
    clusters = [[[begin, last + 1] for begin, last in chain] for chain in _list_chains(number)]
    path.write_text(
        json.dumps({"doc_id": "d1", "text": _TEXT, "clusters": clusters}) + "\n", encoding="utf-8"
    )


def _put_conll(path: Path, number: int) -> None:
    marks = {0: "(0", 1: "0)", 3: "(1", 4: "1)", 7: "(1)" if number else "(0)"}
    rows = (f"d1 0 {place} {word} {marks.get(place, '-')}\n" for place, word in enumerate(_TEXT[:-1].split()))
    path.write_text(
        "#begin document (d1); part 000\n" + "".join(rows) + "\n#end document\n", encoding="utf-8"
    )


def _put_folder(path: Path, number: int) -> None:
    path.mkdir()
    _put_conll(path / "d1.conll", number)


def _put_records(path: Path, number: int) -> None:
    rows = ("1,a,Ann,Bonn", f"2,{'b' if number else 'a'},Ann,Bonn", "3,b,Ben,Rome")
    path.write_text("id,cluster,name,city\n" + "\n".join(rows) + "\n", encoding="utf-8")


def _put_pairs(path: Path, _: int) -> None:
    path.write_text("left,right\n2,3\n", encoding="utf-8")


def _put_review(path: Path, _: int) -> None:
    graphs = [str(_NEWS / f"{name}.ttl") for name in ("baseline", "changed")]
    assert main(["diff", *graphs, "-o", str(path)]) == 1
    for reviewer, verdicts in (("anna", "+-++"), ("Ben", "++-+")):
        with Review.open(path, reviewer=reviewer) as review:
            for number, sign in enumerate(verdicts):
                review.judge(number, State(Verdict(sign)))


def _put_answers(path: Path, _: int) -> None:
    path.write_text('{"bag": 7, "verdict": "better"}\n', encoding="utf-8")


def _put_board(path: Path, _: int) -> None:
    for name, number in (("full.ttl", 1), ("without.ttl", 0)):
        _put_turtle(path.parent / name, number)
    plan = 'gold = "full.ttl"\nfull = "full.ttl"\n[[variant]]\nname = "x"\nwithout = "without.ttl"\n'
    path.write_text(plan, encoding="utf-8")


def _put_board_review(path: Path, _: int) -> None:
    plan = path.with_suffix(".toml")
    _put_board(plan, 0)
    assert main(["board", str(plan), "-o", str(path)]) == 1


def _put_bases(path: Path, _: int) -> None:
    forms = 'names = ["DB#"]\nforms = ["https://go.drugbank.com/drugs/{}"]\n'
    path.write_text(f'[drugbank]\ntitle = "DrugBank"\n{forms}', encoding="utf-8")


def _put_redirects(path: Path, _: int) -> None:
    names = ("http://dbpedia.org/resource/USA", "http://dbpedia.org/resource/United_States")
    triple = f"<{names[0]}> <http://www.w3.org/2002/07/owl#sameAs> <{names[1]}> .\n"
    path.write_text(triple if path.suffix == ".nt" else "\t".join(names) + "\n", encoding="utf-8")


_MAKERS: dict[str, Callable[[Path, int], None]] = {
    ".ttl": _put_turtle,
    ".jsonl": _put_json_lines,
    ".conll": _put_conll,
    ".csv": _put_records,
    ".coala": _put_review,
    "/": _put_folder,
    "BASELINE": _put_news,
    "CHANGED": lambda path, _: _put_news(path, 1),
    "CHANGED2": lambda path, _: _put_news(path, 1),
    "GRAPH": _put_turtle,
    "pairs.csv": _put_pairs,
    "clusters.csv": _put_records,
    "answers-Ben.jsonl": _put_answers,
    "board.toml": _put_board,
    "board.coala": _put_board_review,
    "bases.toml": _put_bases,
    "redirects.nt": _put_redirects,
    "redirects.tsv": _put_redirects,
}
"""What writes the input of a name, or else of an ending; the number is that of the graph in the command."""
