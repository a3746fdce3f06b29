"""Oddities met while reading, counted by kind -> notices in whole sentences.

Which examples are kept does not depend on the order in which they were met: they are the smallest ones.
"""

from __future__ import annotations

from bisect import insort

MOST_EXAMPLES = 10
LONGEST_EXAMPLE = 120

SENTENCES: dict[str, tuple[str, str]] = {
    # code: (the oddity with {count} and {s}, what it means or what to do about it)
    "mention-without-document": (
        "Left out {count} mention{s} without a document",
        "each needs {document} to an IRI that names its text",
    ),
    "mention-without-offsets": (
        "Left out {count} mention{s} without offsets",
        "each needs {begin} and {end}",
    ),
    "mention-without-instance": (
        "Left out {count} span{s} that no instance has",
        "a mention needs {instance}",
    ),
    "text-for-node": (
        "Left out {count} text{s} in quotes where a node belongs",
        "write an IRI, <…>",
    ),
    "class-without-name": (
        "Left out {count} type{s} without a name",
        "no two graphs share a nameless class: give it an IRI",
    ),
    "conflicting-values": (
        "Left out {count} mention{s} with two different documents, begins or ends on one node",
        "give every mention a node of its own",
    ),
    "conflicting-anchors": (
        "Kept {count} mention{s} with two different anchors on one node",
        "the first in alphabetical order counts",
    ),
    "iri-contradicts": (
        "The IRI of {count} mention{s} tells other offsets than its properties",
        "the properties were trusted, and the gaps left out",
    ),
    "offsets-not-numbers": (
        "Left out {count} mention{s} with an offset that is not a whole number of at most 12 digits",
        "offsets are integers, 0-based",
    ),
    "offsets-negative": ("Left out {count} mention{s} with a negative offset", "the text begins at 0"),
    "offsets-reversed": (
        "Left out {count} mention{s} whose end is before the begin",
        "check which of the two is written first",
    ),
    "offsets-empty": (
        "Left out {count} mention{s} of zero length",
        "a span has at least one character, and its end is exclusive",
    ),
    "offsets-past-end": (
        "Left out {count} mention{s} past the end of the text",
        "check that the offsets belong to this text and count {unit}",
    ),
    "text-mismatch": (
        "The anchor of {count} mention{s} differs from the text at the offsets",
        "the offsets were trusted; check that they belong to this text and count {unit}",
    ),
    "offsets-converted": (
        "Read the offsets of {count} mention{s} otherwise than stated",
        "--offsets auto asks for what fits the anchors",
    ),
    "offsets-kept": (
        "Read the offsets of {count} mention{s} as stated",
        "--offsets auto found nothing that surely fits better",
    ),
    "offsets-unchecked": (
        "Read the offsets of {count} mention{s} as stated",
        "--offsets auto had nothing to check, since no mention has both an anchor and a text that is known",
    ),
    "offsets-of-lines": (
        "Read the offsets of {count} file{s} as stated",
        "--offsets auto had nothing to check, since JSON lines have no anchors",
    ),
    "offsets-of-tokens": (
        "Read the offsets of {count} mention{s} as stated",
        "--offsets token is for JSON lines, and RDF has no tokens to count",
    ),
    "conflicting-texts": (
        "Two different texts are given for {count} document{s}",
        "the longer one was taken",
    ),
    "document-without-text": (
        "The text of {count} document{s} is not known",
        "give it by {text}, or as a file in the folder of --texts",
    ),
    "text-unreadable": (
        "{count} text file{s} could not be read",
        "texts are files in UTF-8; their documents are shown without text",
    ),
    "instance-without-mention": (
        "{count} instance{s} without any usable mention cannot be compared",
        "only what has a span takes part",
    ),
    "same-as": (
        "Joined {count} nodes with mentions by owl:sameAs",
        "joined nodes are one instance",
    ),
    "same-as-large": (
        "{count} instance{s} that owl:sameAs joins from 20 nodes or more",
        "one wrong link joins two crowds; --no-same-as leaves them apart",
    ),
    "clusters": (
        "Read {count} cluster{s}",
        "its members are one instance",
    ),
    "several-clusters": (
        "{count} node{s} belong to several clusters",
        "these clusters were joined, since identity is transitive",
    ),
    # What the readers of other formats found.
    "fragments-overlap": (
        "{count} span{s} with parts that overlap",
        "a span is the characters it covers, so the parts were joined",
    ),
    "empty-node": (
        "Left out {count} mention{s} of empty nodes alone",
        "they have no place in the text unless --empty-nodes writes them into it",
    ),
    "event-left-out": ("Left out {count} event{s}", "their trigger has no span"),
    "relation-without-spans": (
        "Left out {count} relation{s} between what has no span",
        "check that both arguments are annotated",
    ),
    "words-made-up": (
        "{count} document{s} without words",
        "their n-th token is shown as wn",
    ),
    "text-differs": (
        "The words of {count} sentence{s} do not make up the text that is stated",
        "the words were trusted",
    ),
    "no-entities": ("{count} file{s} without any entity", "check that it is the annotated one"),
    "document-without-name": (
        "{count} document{s} without a name",
        "they are numbered, so both graphs need the same order",
    ),
    "empty-chain": ("{count} cluster{s} without any mention", "they were left out"),
    "text-outside-document": (
        "Text outside of any document in {count} place{s}",
        "it was left out",
    ),
    "several-antecedents": (
        "{count} mention{s} with several antecedents",
        "they are statements, since identity with all of them would make them one",
    ),
    "minimum-not-found": (
        "The MIN of {count} mention{s} does not stand in the mention",
        "it was left out",
    ),
    "link-outside-chains": (
        "{count} link{s} that no chain leads to",
        "links that follow one another are one instance",
    ),
    "chains-joined": (
        "Joined {count} chain{s} to another one",
        "chains that share a link are one instance",
    ),
    "link-with-gap": (
        "Gaps within {count} link{s} of chains",
        "such a mention reaches from its first to its last token, as WebAnno reads it",
    ),
    "tokens-overlap": (
        "An overlap with the token before in {count} token{s}",
        "the offsets were trusted; check the export",
    ),
    "relation-not-met": (
        "{count} file{s} without any relation that --brat-relation names",
        "name those that mean identity; all that were met are statements",
    ),
    "chain-types-not-met": (
        "{count} file{s} without any type that --brat-chain-types matches",
        "write a pattern that matches the whole of a type which names a chain",
    ),
    "status-unknown": (
        "{count} mention{s} with a STATUS that MUC does not know",
        "only OPT is one; such a mention counts like any other",
    ),
    "no-chain-type": (
        "No chain, or no link either, of the UIMA types that were looked for in {count} file{s}",
        "name the types with --uima-chain and --uima-link",
    ),
    "no-chain-layer": ("{count} file{s} without a layer of chains", "check the export"),
    "duplicate-triples": (
        "{count} triple{s} repeated what was said before",
        "each counts once",
    ),
    "nested-value-cut": (
        "Too many instances to follow each in {count} nested value{s}",
        "such a value is compared by its form alone",
    ),
    "files-skipped": (
        "Skipped {count} file{s} in the folder",
        "of a folder its regular files with names of RDF formats are read, those of other formats only where "
        "there is no RDF, and none outside the folder",
    ),
    "fallback-reader": (
        "Read {count} file{s} with the slower reader rdflib",
        "the fast reader cannot take it",
    ),
    "shared-span": (
        "Several instances of this graph share {count} span{s}",
        "for scores, instances that share a span are one class",
    ),
}


class Remark:
    """How often one oddity was met, its smallest examples, and a hint found by looking at all of them."""

    def __init__(self) -> None:
        self.count = 0
        self.examples: list[str] = []
        self.hint = ""

    def add(self, example: str) -> None:
        """Count one more; keep the example if it is among the first in order."""
        self.count += 1
        examples = self.examples
        if len(examples) < MOST_EXAMPLES or example < examples[-1]:
            insort(examples, example)
            del examples[MOST_EXAMPLES:]


class Remarks:
    """All oddities of one graph by code."""

    def __init__(self, words: dict[str, str]) -> None:
        """``words`` fill the sentences: the vocabulary's properties as a person writes them."""
        self._words = words
        self._remarks: dict[str, Remark] = {}
        self.rdf = True
        """Whether the graph is RDF; readers of other formats leave nothing open about offsets and terms."""

    def reword(self, words: dict[str, str]) -> None:
        """Let the sentences speak of a vocabulary that was not the first choice."""
        self._words = words

    def add(self, code: str, example: str) -> None:
        """Count one case of an oddity."""
        self[code].add(readable(example))

    def count(self, code: str, count: int) -> None:
        """Count many cases that have no examples."""
        if count:
            self[code].count += count

    def __getitem__(self, code: str) -> Remark:
        return self._remarks.setdefault(code, Remark())

    def notices(self) -> list[tuple[str, int, str, list[str]]]:
        """Code, count, sentence and examples of each, in the order of the table above."""
        return [
            (code, remark.count, self._sentence(code, remark), remark.examples)
            for code in (*SENTENCES, *sorted(self._remarks.keys() - SENTENCES))
            if (remark := self._remarks.get(code)) and remark.count
        ]

    def _sentence(self, code: str, remark: Remark) -> str:
        oddity, advice = SENTENCES.get(code) or (f"{{count}} × {code}", "see the examples")
        words = {"count": f"{remark.count:,}", "s": "" if remark.count == 1 else "s", **self._words}
        first = f", first {remark.examples[0]}" if remark.examples else ""
        hint = f" {remark.hint}" if remark.hint else ""
        return f"{oddity.format(**words)}{first}: {advice.format(**words)}.{hint}"


def readable(text: str, longest: int = LONGEST_EXAMPLE) -> str:
    """The text in one short line: the middle of a long one elided, control characters as escapes."""
    if len(text) > longest:
        text = f"{text[: longest * 2 // 3]}…{text[-(longest // 3) :]}"
    return "".join(map(_visible, text)) if not text.isprintable() else text


def _visible(char: str) -> str:
    # Not only control characters: marks that turn the direction of a line would rearrange the sentence.
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
