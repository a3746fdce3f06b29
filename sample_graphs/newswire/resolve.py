"""Plain texts -> coreference as NIF, by rules: a small resolver in the spirit of UPenn's CAMP system.

    python resolve.py [--without COMPONENT]... [--output FILE]
    python resolve.py [--only COMPONENT]... [--output FILE]
    python resolve.py --board FOLDER | --list-components

Mentions are found first; then each component links what it is sure of, in the order of COMPONENTS, and each
can be switched off. As in CAMP (Baldwin et al. 1998), one that cannot decide leaves the mention alone.
Nothing but the texts, the lexicon and the knowledge file is read: never the gold graph.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a script finds its neighbour by its bare name, mypy by its full one
    from sample_graphs.newswire.mentions import (
        LEXICON,
        PRONOUN_GENDERS,
        Chain,
        Document,
        Entry,
        Mention,
        agree,
        detect_mentions,
    )
    from sample_graphs.newswire.nif_turtle import InstanceRow, MentionRow, read_texts, slug, write_turtle
else:
    from mentions import LEXICON, PRONOUN_GENDERS, Chain, Document, Entry, Mention, agree, detect_mentions
    from nif_turtle import InstanceRow, MentionRow, read_texts, slug, write_turtle

HERE = Path(__file__).resolve().parent


@dataclass
class Corpus:
    """All documents and the knowledge: what every component is given."""

    documents: list[Document]
    knowledge: list[Entry]


def link(mention: Mention, antecedent: Mention, component: str) -> None:
    """Make the two chains one, unless types, genders or knowledge speak against it."""
    chain, target = mention.chain, antecedent.chain
    if chain is target or (chain.entry and target.entry and chain.entry is not target.entry):
        return
    if not agree(chain.type, target.type) or not agree(chain.gender, target.gender):
        return
    mention.linked_by = component
    target.entry = target.entry or chain.entry
    target.mentions += chain.mentions
    for moved in chain.mentions:
        moved.chain = target


# Components: names


def exact_names(corpus: Corpus) -> None:
    """Link names that are the same but for the title; a surname alone is not enough."""
    for document in corpus.documents:
        names = document.of_form("name")
        shared = {name.bare.split()[-1] for name in names if name.type == "Person"}
        first: dict[str, Mention] = {}
        for name in names:
            if name.bare not in shared:
                link(name, first.setdefault(name.bare, name), "exact-names")


def acronyms(corpus: Corpus) -> None:
    """Link capitals to the organisation whose initials they are."""
    for document in corpus.documents:
        names = document.of_form("name")
        for short in (name for name in names if name.text.isupper()):
            for long in names:
                if "".join(word[0] for word in long.text.split()) == short.text:
                    link(short, long, "acronyms")


def surnames(corpus: Corpus) -> None:
    """Link a surname, with or without a title, to the last full name before it, else the first after it."""
    for document in corpus.documents:
        names = document.of_form("name")
        full = [name for name in names if name.type == "Person" and " " in name.bare]
        for short in (name for name in names if " " not in name.bare):
            bearers = [name for name in full if name.bare.split()[-1] == short.bare]
            bearers = [name for name in bearers if agree(name.gender, short.gender)]
            before = [name for name in bearers if name.begin < short.begin]
            if bearers:
                link(short, (before[-1:] or bearers)[0], "surnames")


def short_forms(corpus: Corpus) -> None:
    """Link a name to the shortest name of an organisation that starts or ends with it: "Rovers"."""
    for document in corpus.documents:
        names = document.of_form("name")
        organizations = sorted((n for n in names if n.type == "Organization"), key=lambda n: len(n.text))
        for short in names:
            longer = [n for n in organizations if n.text.startswith(short.text + " ")]
            longer += [n for n in organizations if n.text.endswith(" " + short.text)]
            if longer:
                link(short, longer[0], "short-forms")


# Components: knowledge


def cross_document(corpus: Corpus) -> None:
    """Recognise entries of the knowledge file; part what it parts, join what it joins in all documents.

    It runs before the components that need types and genders, since it corrects those too.
    """
    entries = {alias: entry for entry in corpus.knowledge for alias in (entry.name, *entry.aliases)}
    offices = {office: entry for entry in corpus.knowledge for office in entry.offices}
    for document in corpus.documents:
        for chain in list({id(mention.chain): mention.chain for mention in document.mentions}.values()):
            _recognise(chain, entries)
        for nominal in document.of_form("nominal"):
            phrase = nominal.text.split(" ", 1)[-1] + document.text[nominal.end :]
            for office in (office for office in offices if phrase.startswith(office)):
                nominal.chain.entry = offices[office]
    first: dict[str, Mention] = {}
    for mention in (mention for document in corpus.documents for mention in document.mentions):
        if mention.chain.entry:
            link(mention, first.setdefault(mention.chain.entry.name, mention), "cross-document")


def _recognise(chain: Chain, entries: dict[str, Entry]) -> None:
    """Give the chain the entry of its longest known name; names known as something else leave it."""
    known = [(name, entries.get(name.text) or entries.get(name.bare)) for name in chain.names]
    found = [(name, entry) for name, entry in known if entry]
    if not found:
        return
    chain.entry = max(found, key=lambda pair: len(pair[0].bare))[1]
    longest = max(chain.names, key=lambda name: len(name.bare))
    if longest.type == "Person" and chain.entry.type != "Person":
        chain.entry = None  # a full name is not overruled by what one of its parts may mean
    for name, entry in found:
        if entry is not chain.entry:
            chain.mentions.remove(name)
            name.chain = Chain([name], entry)
            name.linked_by = "cross-document"


# Components: nominals


def appositions(corpus: Corpus) -> None:
    """Link "Ines Duarte, the harbour master," and "the harbour master, Ines Duarte,"."""
    for document in corpus.documents:
        outer = _outermost(document)
        for first, second in pairwise(outer):
            if {first.form, second.form} == {"name", "nominal"} and document.between(first, second) == ", ":
                link(second, first, "appositions")


def predicate_nominals(corpus: Corpus) -> None:
    """Link "Duarte is a former naval officer"."""
    for document in corpus.documents:
        for first, second in pairwise(_outermost(document)):
            verb = document.between(first, second).strip()
            if verb in LEXICON["copulas"] and "nominal" in (first.form, second.form):
                link(second, first, "predicate-nominals")


def _outermost(document: Document) -> list[Mention]:
    """Return the mentions that lie in no other, in order."""
    outer: list[Mention] = []
    for mention in document.mentions:
        if not outer or mention.begin >= outer[-1].end:
            outer.append(mention)
    return outer


def definite_nominals(corpus: Corpus) -> None:
    """Link "the mayor" to the last mayor, and "the company", which may be any, to the last organisation."""
    for document in corpus.documents:
        for index, nominal in enumerate(document.mentions):
            definite = nominal.form == "nominal" and nominal.determiner in ("the", "this")
            if not definite or len(nominal.chain.mentions) > 1:
                continue
            earlier = [m for m in document.mentions[:index][::-1] if m.end <= nominal.begin]
            same = [m for m in earlier if nominal.head in _heads(m.chain)]
            if nominal.head in LEXICON["general_nouns"].get(nominal.type, ()):
                same = same or [m for m in earlier if m.form == "name" and m.chain.type == nominal.type]
            if same:
                link(nominal, same[0], "definite-nominals")


def _heads(chain: Chain) -> set[str]:
    """Return the nouns for a chain: those used, titles, the last words of names, what these stand for."""
    nouns = {mention.head for mention in chain.mentions if mention.form == "nominal"}
    nouns |= {name.title.lower() for name in chain.names if name.title}
    for name in chain.names:
        last = name.text.split()[-1]
        nouns |= {last.lower(), *LEXICON["name_kinds"].get(last, ())}
    return nouns


# Components: pronouns


def third_person(corpus: Corpus) -> None:
    """Link he, she and it to the most salient mention that agrees; a tie stays open."""
    for document in corpus.documents:
        for pronoun in document.of_form("pronoun"):
            gender = PRONOUN_GENDERS[pronoun.text.lower()]
            if gender != "first" and (antecedent := _most_salient(document, pronoun, gender)):
                link(pronoun, antecedent, "third-person")


def _most_salient(document: Document, pronoun: Mention, gender: str) -> Mention | None:
    """Return the antecedent, or None when there is none or when two are equally likely.

    Order: the subject of this sentence, its other mentions, the subject of the sentence before, its others.
    An antecedent of unknown gender against a less salient one that is known to agree is a tie as well.
    """
    levels: list[dict[int, Mention]] = [{}, {}, {}, {}]
    subjects: dict[int, Chain] = {}
    for mention in _outermost(document):
        if not mention.quoted and mention.sentence not in subjects:
            subjects[mention.sentence] = mention.chain
    for mention in document.mentions:
        distance = pronoun.sentence - mention.sentence
        chain = mention.chain
        if mention.end > pronoun.begin or distance not in (0, 1) or not _fits(mention, pronoun, gender):
            continue
        level = 2 * distance + (chain is not subjects.get(mention.sentence))
        levels[level][id(chain)] = mention
    found = [list(level.values()) for level in levels if level]
    if not found or len(found[0]) > 1:
        return None
    best = found[0][0]
    rivals = [mention for level in found[1:] for mention in level if mention.chain is not best.chain]
    if gender != "neuter" and not best.chain.gender and any(rival.chain.gender for rival in rivals):
        return None
    return best


def _fits(mention: Mention, pronoun: Mention, gender: str) -> bool:
    chain = mention.chain
    if (mention.quoted and not pronoun.quoted) or all(other.form == "pronoun" for other in chain.mentions):
        return False
    if gender == "neuter":
        return chain.type in ("Organization", "Place")
    return chain.type in ("Person", None) and agree(chain.gender, gender)


def quoted_speech(corpus: Corpus) -> None:
    """Link I, me and my in a quotation to whoever the paragraph says is speaking."""
    verbs = "|".join(LEXICON["reporting_verbs"])
    for document in corpus.documents:
        speakers = [
            mention
            for mention in document.mentions
            if not mention.quoted
            and mention.chain.type in ("Person", None)
            and (
                re.match(rf" (?:{verbs})\b", document.text[mention.end :])
                or re.search(rf"\b(?:{verbs}) $", document.text[: mention.begin])
            )
        ]
        for pronoun in document.of_form("pronoun"):
            if not pronoun.quoted or PRONOUN_GENDERS[pronoun.text.lower()] != "first":
                continue
            here = [m for m in speakers if "\n" not in document.text[slice(*sorted((m.end, pronoun.begin)))]]
            if here:
                nearest = min(here, key=lambda speaker: abs(speaker.begin - pronoun.begin))
                link(pronoun, nearest, "quoted-speech")


COMPONENTS: dict[str, Callable[[Corpus], None]] = {
    "exact-names": exact_names,
    "acronyms": acronyms,
    "surnames": surnames,
    "short-forms": short_forms,
    "cross-document": cross_document,
    "appositions": appositions,
    "predicate-nominals": predicate_nominals,
    "definite-nominals": definite_nominals,
    "third-person": third_person,
    "quoted-speech": quoted_speech,
}


def resolve(texts: dict[str, str], knowledge: list[Entry], switched_on: Collection[str]) -> Corpus:
    """Return the corpus with every mention in its chain, after the components that are switched on."""
    corpus = Corpus([Document(stem, text) for stem, text in sorted(texts.items())], knowledge)
    detect_mentions(corpus.documents)
    for name, component in COMPONENTS.items():
        if name in switched_on:
            component(corpus)
    return corpus


def to_turtle(corpus: Corpus, texts: dict[str, str]) -> str:
    """Return the graph. A pronoun that found nothing refers to nothing we could name, and is left out."""
    chains: dict[int, tuple[Chain, str]] = {}
    taken: dict[str, int] = {}
    instances: list[InstanceRow] = []
    rows: dict[str, list[MentionRow]] = {document.stem: [] for document in corpus.documents}
    for mention in (mention for document in corpus.documents for mention in document.mentions):
        chain = mention.chain
        if all(other.form == "pronoun" for other in chain.mentions):
            continue
        if id(chain) not in chains:
            label = _label(chain)
            taken[slug(label)] = taken.get(slug(label), 0) + 1
            chains[id(chain)] = chain, f"{slug(label)}-{taken[slug(label)]}"
            instances.append(InstanceRow(chains[id(chain)][1], chain.type or "Person", label))
        row = MentionRow(mention.begin, mention.end, chains[id(chain)][1], mention.linked_by)
        rows[mention.document.stem].append(row)
    return write_turtle(texts, rows, instances, "resolved")


def _label(chain: Chain) -> str:
    """Return the longest name without its title, or else the longest nominal."""
    names = [name.bare for name in chain.names]
    nominals = [mention.text for mention in chain.mentions if mention.form == "nominal"]
    return max(names or nominals, key=len)


def read_knowledge(path: Path) -> list[Entry]:
    """Return the entries of a knowledge file."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["entity"]
    return [
        Entry(e["name"], e["type"], e.get("gender"), tuple(e.get("aliases", ())), tuple(e.get("offices", ())))
        for e in entries
    ]


def ablations() -> Iterator[tuple[str, list[str]]]:
    """Yield the file name of every graph of a board, and the components that make it.

    As in Baldwin et al., a component is measured in isolation (only), by leaving it out (without), and by
    adding one after the other (upto).
    """
    names = list(COMPONENTS)
    yield "full.ttl", names
    yield "none.ttl", []
    for place, name in enumerate(names, start=1):
        yield f"without-{name}.ttl", [other for other in names if other != name]
        yield f"only-{name}.ttl", [name]
        yield f"upto-{place:02}-{name}.ttl", names[:place]


def board_toml(folder: Path) -> str:
    """Return the file that tells `coala board` what the graphs in the folder are."""
    gold = os.path.relpath(HERE / "gold.ttl", folder.resolve()).replace(os.sep, "/")
    lines = [f'gold = "{gold}"', 'full = "full.ttl"', 'nothing = "none.ttl"', "target_precision = 0.80"]
    for place, name in enumerate(COMPONENTS, start=1):
        lines += ["", "[[variant]]", f'name = "{name}"', f'without = "without-{name}.ttl"']
        lines += [f'only = "only-{name}.ttl"', f'step = "upto-{place:02}-{name}.ttl"']
    return "\n".join(lines) + "\n"


def write_board(folder: Path, texts: dict[str, str], knowledge: list[Entry]) -> None:
    """Write a graph for each way to switch components off, and board.toml, which names them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, components in ablations():
        turtle = to_turtle(resolve(texts, knowledge, components), texts)
        (folder / name).write_bytes(turtle.encode("utf-8"))
    (folder / "board.toml").write_bytes(board_toml(folder).encode("utf-8"))


def main() -> None:
    """Write the graph, or those of a board, or list the components."""
    parser = argparse.ArgumentParser(description="resolve coreference in the sample texts, by rules")
    parser.add_argument("--texts", type=Path, default=HERE / "texts", help="folder of *.txt files")
    parser.add_argument("--knowledge", type=Path, default=HERE / "knowledge.toml", help="facts about names")
    names = list(COMPONENTS)
    switches = parser.add_mutually_exclusive_group()
    switches.add_argument("--without", action="append", default=[], choices=names, help="switch one off")
    switches.add_argument("--only", action="append", default=[], choices=names, help="switch the others off")
    switches.add_argument("--board", type=Path, metavar="FOLDER", help="write all graphs of a board there")
    switches.add_argument("--list-components", action="store_true", help="list them in order and stop")
    parser.add_argument("--output", type=Path, help="file to write (default: standard output)")
    options = parser.parse_args()
    if options.list_components:
        for name, component in COMPONENTS.items():
            print(f"{name}: {(component.__doc__ or '').splitlines()[0]}")
        return
    texts, knowledge = read_texts(options.texts), read_knowledge(options.knowledge)
    if options.board:
        write_board(options.board, texts, knowledge)
        return
    switched_on = [name for name in options.only or names if name not in options.without]
    turtle = to_turtle(resolve(texts, knowledge, switched_on), texts)
    if options.output:
        options.output.write_bytes(turtle.encode("utf-8"))
    else:
        sys.stdout.buffer.write(turtle.encode("utf-8"))


if __name__ == "__main__":
    main()
