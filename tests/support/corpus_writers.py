"""Writers of one small corpus with chains in many formats, to test that all of them read the same.

A mention is the first and the last of its words, counted over the document; mentions nest and do not cross,
and no two have the same words, so that every format can hold them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from coala.formats.annotations import Annotations

Span = tuple[int, int]


class AnnotatedText(NamedTuple):
    """A document: its sentences as words, and its chains."""

    name: str
    sentences: list[list[str]]
    chains: list[list[Span]]

    def words(self) -> list[str]:
        """Return all words in order."""
        return [word for sentence in self.sentences for word in sentence]

    def text(self) -> str:
        """Return the words joined by blanks, and the sentences by line breaks."""
        return "\n".join(map(" ".join, self.sentences))

    def places(self) -> list[Span]:
        """Return the begin and the end of each word in the text."""
        found: list[Span] = []
        for word in self.words():
            begin = found[-1][1] + 1 if found else 0
            found.append((begin, begin + len(word)))
        return found

    def chain_of(self) -> dict[Span, int]:
        """Return the chain of each mention, the outer ones first where several begin."""
        of = {span: number for number, chain in enumerate(self.chains) for span in chain}
        return dict(sorted(of.items(), key=lambda item: (item[0][0], -item[0][1])))


WORDS = [
    "Ann",
    "she",
    "Bo",
    "saw",
    "the",
    "old",
    "town",
    "it's",
    "😀",
    "R&D",
    "a<b",
    "Élan",
    "her",
    "-",
    "3,5",
]


def made_up(random: Random, documents: int = 3) -> list[AnnotatedText]:
    """Return documents with chains of mentions within sentences."""
    corpus = []
    for number in range(documents):
        sentences = [random.choices(WORDS, k=random.randint(3, 9)) for _ in range(8)]
        spans: set[Span] = set()
        begin = 0
        for sentence in sentences:
            for _ in range(4):
                first = begin + random.randrange(len(sentence))
                last = min(first + random.choice([0, 0, 1, 2, 4]), begin + len(sentence) - 1)
                if all(not _crosses((first, last), other) for other in spans):
                    spans.add((first, last))
            begin += len(sentence)
        corpus.append(AnnotatedText(f"text{number}", sentences, _dealt(sorted(spans), random, 9)))
    return corpus


def answered(corpus: list[AnnotatedText], random: Random) -> list[AnnotatedText]:
    """Return the corpus as another system: with mentions lost, moved, and joined with others."""
    answers = []
    for text in corpus:
        chains = [[span for span in chain if random.random() > 0.1] for chain in text.chains]
        for _ in range(3):
            source, target = random.choice(chains), random.choice(chains)
            if source and source is not target:
                target.append(source.pop())
        chains += [chains.pop() + chains.pop()]
        answers.append(text._replace(chains=[sorted(chain) for chain in chains if chain]))
    return answers


def taken_from(annotations: Annotations) -> list[AnnotatedText]:
    """Return the documents of a file of words; of mentions that cross or repeat, only the first."""
    corpus = []
    for number, (name, text) in enumerate(annotations.documents):
        sentences = [line.split(" ") for line in text.split("\n")]
        found = AnnotatedText(name, sentences, [])
        first_at = {begin: word for word, (begin, _) in enumerate(found.places())}
        last_at = {end: word for word, (_, end) in enumerate(found.places())}
        chains: dict[str, list[Span]] = {}
        taken: set[Span] = set()
        for mention in annotations.mentions:
            begin, end = mention.fragments[0][0], mention.fragments[-1][1]
            span = (first_at[begin], last_at[end]) if mention.document == number else None
            if span and span not in taken and not any(_crosses(span, other) for other in taken):
                taken.add(span)
                chains.setdefault(mention.instance, []).append(span)
        corpus.append(found._replace(chains=[sorted(chain) for chain in chains.values()]))
    return corpus


def _crosses(one: Span, other: Span) -> bool:
    (first, last), (begin, end) = sorted([one, other])
    return begin <= last < end and first != begin


def _dealt(spans: list[Span], random: Random, chains: int) -> list[list[Span]]:
    dealt: list[list[Span]] = [[] for _ in range(chains)]
    for span in spans:
        random.choice(dealt).append(span)
    return [chain for chain in dealt if chain]


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8", newline="")


def write_conll(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write CoNLL-2012, all documents in one file."""
    pieces = []
    for text in corpus:
        pieces.append(f"#begin document ({text.name});\n")
        number = 0
        for sentence in text.sentences:
            for place, word in enumerate(sentence):
                marks = _brackets(text, number, "({})", "({}", "{})")
                pieces.append(
                    f"{text.name}\t0\t{place}\t{word}\tX\t*\t-\t-\t-\t-\t*\t{'|'.join(marks) or '-'}\n"
                )
                number += 1
            pieces.append("\n")
        pieces.append("#end document\n")
    _write(folder, "corpus.conll", "".join(pieces))


def write_corefud(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write CorefUD, all documents in one file."""
    pieces = ["# global.Entity = eid-etype-head-other\n"]
    for text in corpus:
        pieces.append(f"# newdoc id = {text.name}\n")
        number = 0
        for sentence in text.sentences:
            for place, word in enumerate(sentence, 1):
                marks = "".join(_brackets(text, number, "(e{}--1-)", "(e{}--1-", "e{})"))
                misc = f"Entity={marks}" if marks else "_"
                pieces.append(f"{place}\t{word}\t_\tX\t_\t_\t0\tdep\t_\t{misc}\n")
                number += 1
            pieces.append("\n")
    _write(folder, "corpus.conllu", "".join(pieces))


def _brackets(text: AnnotatedText, word: int, alone: str, opens: str, closes: str) -> list[str]:
    """Return the marks at a word with the numbers of their chains: ends come before beginnings."""
    here = [(span, chain) for span, chain in text.chain_of().items() if word in span]
    ending = [closes.format(chain) for (first, last), chain in reversed(here) if first < last == word]
    single = [alone.format(chain) for (first, last), chain in here if first == last]
    return ending + [opens.format(chain) for (first, last), chain in here if first == word < last] + single


def write_json(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write JSON lines as SpanBERT has them."""
    lines = (
        json.dumps(
            {
                "doc_key": text.name,
                "sentences": text.sentences,
                "clusters": [[list(span) for span in chain] for chain in text.chains],
            }
        )
        for text in corpus
    )
    _write(folder, "corpus.jsonlines", "".join(f"{line}\n" for line in lines))


def write_brat(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write two files a document; each mention has a relation to the first of its chain."""
    for text in corpus:
        written, places = text.text(), text.places()
        names = {span: number for number, span in enumerate(text.chain_of(), 1)}
        lines = []
        for (first, last), number in names.items():
            begin, end = places[first][0], places[last][1]
            lines.append(f"T{number}\tMention {begin} {end}\t{written[begin:end]}\n")
        for chain in text.chains:
            lines += [
                f"R{names[span]}\tCoref Arg1:T{names[span]} Arg2:T{names[chain[0]]}\n" for span in chain[1:]
            ]
        _write(folder, f"{text.name}.ann", "".join(lines))
        _write(folder, f"{text.name}.txt", written)


def write_naf(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write one file a document, with offsets in UTF-16."""
    for text in corpus:
        written, places = text.text(), text.places()
        pieces = [f"<NAF><raw>{escape(written)}</raw><text>"]
        for number, (word, (begin, end)) in enumerate(zip(text.words(), places, strict=True)):
            offset, length = (
                len(part.encode("utf-16-le")) // 2 for part in (written[:begin], written[begin:end])
            )
            pieces.append(f'<wf id="w{number}" offset="{offset}" length="{length}">{escape(word)}</wf>')
        pieces.append("</text><terms>")
        pieces += [
            f'<term id="t{number}"><span><target id="w{number}"/></span></term>'
            for number in range(len(places))
        ]
        pieces.append("</terms><coreferences>")
        for number, chain in enumerate(text.chains):
            spans = (
                "".join(f'<target id="t{word}"/>' for word in range(first, last + 1)) for first, last in chain
            )
            pieces.append(
                f'<coref id="c{number}">{"".join(f"<span>{span}</span>" for span in spans)}</coref>'
            )
        pieces.append("</coreferences></NAF>")
        _write(folder, f"{text.name}.naf", "".join(pieces))


def write_mmax2(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write two files a document; the chains are classes."""
    for text in corpus:
        words = "".join(
            f'<word id="word_{number}" sent="{sentence}">{escape(word)}</word>'
            for number, (sentence, word) in enumerate(
                (sentence, word) for sentence, words in enumerate(text.sentences) for word in words
            )
        )
        markables = "".join(
            f'<markable id="markable_{number}" span="word_{first}..word_{last}" coref_class="set_{chain}"/>'
            for number, ((first, last), chain) in enumerate(text.chain_of().items())
        )
        _write(folder, f"{text.name}_words.xml", f"<words>{words}</words>")
        _write(folder, f"{text.name}_coref_level.xml", f"<markables>{markables}</markables>")


def write_tcf(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write one file a document, with its text."""
    for text in corpus:
        tokens = "".join(
            f'<token ID="t{number}">{escape(word)}</token>' for number, word in enumerate(text.words())
        )
        entities = "".join(
            "<entity>"
            + "".join(
                f"<reference tokenIDs={quoteattr(' '.join(f't{word}' for word in range(first, last + 1)))}/>"
                for first, last in chain
            )
            + "</entity>"
            for chain in text.chains
        )
        _write(
            folder,
            f"{text.name}.tcf",
            f"<D-Spin><TextCorpus><text>{escape(text.text())}</text><tokens>{tokens}</tokens>"
            f"<references>{entities}</references></TextCorpus></D-Spin>",
        )


def write_sacr(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write one file a document, with braces in its text."""
    for text in corpus:
        _write(folder, f"{text.name}.sacr", _with_marks(text, lambda chain, _: f"{{C{chain} ", "}", str))


def write_muc(folder: Path, corpus: list[AnnotatedText]) -> None:
    """Write one file a document, with tags in its text."""
    for text in corpus:
        numbers = {span: number for number, span in enumerate(text.chain_of())}
        first = {chain: numbers[min(spans)] for chain, spans in enumerate(text.chains)}

        def tag(
            chain: int, span: Span, numbers: dict[Span, int] = numbers, first: dict[int, int] = first
        ) -> str:
            reference = "" if numbers[span] == first[chain] else f' REF="{first[chain]}"'
            return f'<COREF ID="{numbers[span]}"{reference}>'

        _write(folder, f"{text.name}.sgm", "<TXT>" + _with_marks(text, tag, "</COREF>", escape) + "</TXT>")


def _with_marks(
    text: AnnotatedText, begin: Callable[[int, Span], str], end: str, shown: Callable[[str], str]
) -> str:
    """Return the text with a mark before and after each mention."""
    sentences, word = [], 0
    for sentence in text.sentences:
        written = []
        for each in sentence:
            here = [(span, chain) for span, chain in text.chain_of().items() if word in span]
            opened = "".join(begin(chain, span) for span, chain in here if span[0] == word)
            written.append(opened + shown(each) + end * sum(span[1] == word for span, _ in here))
            word += 1
        sentences.append(" ".join(written))
    return "\n".join(sentences)


WRITERS: dict[str, Callable[[Path, list[AnnotatedText]], None]] = {
    "CoNLL": write_conll,
    "CorefUD": write_corefud,
    "JSON": write_json,
    "brat": write_brat,
    "NAF": write_naf,
    "MMAX2": write_mmax2,
    "TCF": write_tcf,
    "SACR": write_sacr,
    "MUC": write_muc,
}
"""Format -> what writes a corpus into a folder."""
