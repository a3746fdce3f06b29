"""Changes of each kind, between small graphs and in bags by hand, for the sentences about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from coala.diff.chain_order import order_chains
from coala.diff.sentences import BagSentences
from coala.engine.compare import compare_graphs
from coala.model.bag import Bag, Divergence, Statement, Term
from coala.model.graph import Graph
from coala.model.kinds import Kind
from coala.model.values import Span
from tests.support.bags_by_hand import bag, instance
from tests.support.facts_by_hand import (
    ALL_CHAINS,
    ANN,
    CHRIS,
    COME,
    LANDED,
    PARIS,
    PARIS_FRANCE,
    ROME,
    reading,
)
from tests.support.facts_by_hand import span_of as words_of
from tests.support.graphs_by_hand import DOC_1, SEED, TEXTS, A, B, C, D, Triple, graph

Phrase = tuple[str, str]
Chains = Mapping[str, Sequence[int]]
Pair = tuple[Graph, Graph]

_WIKIDATA = "http://www.wikidata.org/entity/"
_HIM = Span(DOC_1, 35, 39)


def say_changes() -> Iterator[Phrase]:
    """Yield each situation with the title and the sentences of its bags."""
    for pairs in (_COREFERENCE, _LINKS, _FACTS, _pair_statements()):
        for name, pair in pairs.items():
            found = [found for found, _ in compare_graphs(*pair).iterate_bags()]
            lines = [line for each in found for line in (each.title, *_list_rows(each))]
            yield name, "\n".join(lines)
    for kind in (Kind.MOVED, Kind.MERGED, Kind.SPLIT, Kind.MENTION_ADDED, Kind.INSTANCE_ADDED, Kind.TYPE):
        yield f"two of several mentions, {kind.value}", _describe(kind)
    yield from _say_titles()
    yield from _say_statements()


def _list_rows(found: Bag) -> Iterator[str]:
    for row in found.divergences:
        yield f"- {row.kind.value}: {row.sentence}"


def _name_chains(text: str, baseline: Sequence[str], changed: Sequence[str]) -> Pair:
    """Return two graphs of chains in one text; each chain is its mentions, with commas between them."""
    sides = [
        {
            f"{side}{number}": [
                Span(DOC_1, begin, begin + len(words))
                for words in chain.split(",")
                for begin in [text.index(words)]
            ]
            for number, chain in enumerate(chains)
        }
        for side, chains in zip("xy", (baseline, changed), strict=True)
    ]
    return (graph(sides[0], texts={DOC_1: text}), graph(sides[1], texts={DOC_1: text}))


_KATYA = "Katya Eklund sang. Mona Brandt sang, she and her. KE bowed."

_COREFERENCE: Mapping[str, Pair] = {
    "the paper's split": (SEED["X"], SEED["Y"]),
    "the paper's move": (SEED["X"], SEED["Z"]),
    "a merge": (SEED["Y"], SEED["X"]),
    "a merge into a chain that takes the other name": _name_chains(
        _KATYA, ["Katya Eklund,KE", "Mona Brandt,she,her"], ["Katya Eklund,Mona Brandt,she,her,KE"]
    ),
    "a move from a chain of its name": _name_chains(
        "saying says said paying paid",
        ["saying,says,said", "paying,paid"],
        ["says,said", "saying,paying,paid"],
    ),
    "a chain in three parts": (
        graph({"x": [A, B, D]}, labels={"x": "the lot"}),
        graph({"y1": [A], "y2": [B], "y3": [D]}),
    ),
    "gone": (graph({"x1": [A, C], "x2": [B]}), graph({"y1": [A]})),
    "new": (graph({"y1": [A]}), graph({"x1": [A, C], "x2": [B, D]})),
    "a mention with the name of its chain": (
        graph({"x": [A, C]}),
        graph({"y": [A, C, D]}, labels={"y": "R. Smith"}),
    ),
    "gone, with a mention of another chain": (
        graph({"x": [A, C], "z": [C]}, labels={"x": "Bob", "z": "Zoe"}),
        graph({"y": [A]}, labels={"y": "Bob"}),
    ),
    "a mention of two chains that is in a new one": (
        graph({"x1": [A, C], "x2": [B, C]}),
        graph({"y1": [A], "y2": [B], "y3": [C]}),
    ),
    "types": (
        graph({"x": [A]}, types={"x": ["http://e.org/Person", "http://e.org/Agent"]}),
        graph({"y": [A]}, types={"y": ["http://e.org/Place", "http://e.org/Agent"]}),
    ),
    "types of one name": (
        graph({"x": [A]}, types={"x": ["http://one.org/Person"]}),
        graph({"y": [A]}, types={"y": ["http://two.org/Person"]}),
    ),
}


def _link(chains: Mapping[str, Sequence[Span]], **links: str) -> Graph:
    match = "http://www.w3.org/2004/02/skos/core#exactMatch"
    said = [(name, match, f"<{iri}>") for name, iris in links.items() for iri in iris.split()]
    return graph(chains, statements=said)


_THREE = {"x": [A, C], "y": [B], "z": [D]}
_BEFORE = _link(_THREE, x=f"{_WIKIDATA}Q90", y=f"{_WIKIDATA}Q7")
_MORE = _link(_THREE, x=f"{_WIKIDATA}Q90", y=f"{_WIKIDATA}Q7", z=f"{_WIKIDATA}Q8")
_LINKS: Mapping[str, Pair] = {
    "another link": (
        replace(_BEFORE, term_labels={f"{_WIKIDATA}Q90": "Paris"}),
        _link(_THREE, x=f"{_WIKIDATA}Q47899", y=f"{_WIKIDATA}Q7"),
    ),
    "a link more": (_BEFORE, _MORE),
    "a link less": (_MORE, _BEFORE),
    "links in two bases": (
        _link({"x": [A]}, x=f"{_WIKIDATA}Q90 http://dbpedia.org/resource/Paris"),
        _link({"x": [A]}, x=f"{_WIKIDATA}Q47899 http://dbpedia.org/resource/Paris_Hilton"),
    ),
    "a mention in a chain of another link": (
        _link({"x": [A, C]}, x=f"{_WIKIDATA}Q1"),
        _link({"x": [A], "y": [C]}, x=f"{_WIKIDATA}Q1", y=f"{_WIKIDATA}Q2"),
    ),
    "a new chain with a link": (
        _link({"x": [A]}, x=f"{_WIKIDATA}Q1"),
        _link({"x": [A], "y": [B]}, x=f"{_WIKIDATA}Q1", y=f"{_WIKIDATA}Q2"),
    ),
}


def _event(trigger: Span, *roles: tuple[str, str]) -> Graph:
    said = [("e", role, name) for role, name in roles]
    return reading(said=said, chains={**ALL_CHAINS, "e": [trigger]}, events=["e"])


def _landing(place: Span, words: str) -> Graph:
    fact = ("chris", "http://example.org/landedIn", "place", words)
    one = reading(fact, chains={"chris": [CHRIS], "place": [place]})
    return replace(one, term_labels={"http://example.org/landedIn": "landed in"})


_LANDING = ("chris", "landedIn", "paris", "landed in Paris")
_ACTOR, _PLACE = ("actor", "chris"), ("place", "paris")
_MANY_ROLES = [(f"r{number}", "paris") for number in range(2, 7)]
_FACTS: Mapping[str, Pair] = {
    "a fact about another thing": (
        reading(_LANDING),
        reading(("chris", "landedIn", "france", "landed in Paris, France")),
    ),
    "the paper's fact": (
        _landing(PARIS_FRANCE, "landed in Paris, France"),
        _landing(PARIS, "landed in Paris"),
    ),
    "two facts": (reading(_LANDING), reading(("chris", "landedIn", "rome", "come from Rome"))),
    "a fact by another predicate": (
        reading(_LANDING),
        reading(("chris", "arrivedIn", "paris", "landed in Paris")),
    ),
    "a fact of a new chain": (
        reading(chains={"ann": [ANN]}),
        reading(("rome", "near", "ann", ""), chains={"ann": [ANN], "rome": [ROME]}),
    ),
    "a fact of a literal": (
        reading(("chris", "age", '"40"', "Chris")),
        reading(("chris", "age", '"41"', "Chris")),
    ),
    "an event with another trigger and place": (
        _event(LANDED, _ACTOR, _PLACE),
        _event(words_of("in"), _ACTOR, ("place", "france")),
    ),
    "a new event": (
        _event(LANDED, _ACTOR, _PLACE),
        reading(
            said=[("e", *_ACTOR), ("e", *_PLACE), ("f", *_ACTOR)],
            chains={**ALL_CHAINS, "e": [LANDED], "f": [COME]},
            events=["e", "f"],
        ),
    ),
    "an event with roles that changed": (
        _event(LANDED, _ACTOR, _PLACE, ("guest", "ann")),
        _event(LANDED, _ACTOR, ("place", "france"), ("by", "rome")),
    ),
    "an event with many roles that changed": (
        _event(LANDED, ("r1", "paris")),
        _event(LANDED, ("r1", "france"), *_MANY_ROLES),
    ),
    "an event with another role": (_event(LANDED, _ACTOR, ("to", "paris")), _event(LANDED, _ACTOR, _PLACE)),
    "an event whose arguments changed places": (
        _event(LANDED, _ACTOR, ("guest", "ann")),
        _event(LANDED, ("actor", "ann"), ("guest", "chris")),
    ),
    "an event with roles of one name": (
        _event(LANDED, ("http://example.org/framenet/agent", "chris")),
        _event(LANDED, *((f"http://example.org/{name}/agent", "chris") for name in ("framenet", "verbnet"))),
    ),
    "an event with a role that is new and another name for one": (
        _event(LANDED, _ACTOR),
        _event(LANDED, ("by", "chris"), ("by", "ann")),
    ),
}


def _pair_statements() -> Mapping[str, Pair]:
    text = {DOC_1: "Chris landed in Paris, France."}
    chris, paris, france = Span(DOC_1, 0, 5), Span(DOC_1, 16, 21), Span(DOC_1, 23, 29)
    before: list[Triple] = [
        ("chris", "landedIn", "paris"),
        ("paris", "population", '"2,100,000"'),
        ("paris", "river", '"Loire"'),
        ("paris", "^capital", '"France"'),
    ]
    after: list[Triple] = [
        ("chris", "landedIn", "paris"),
        ("paris", "population", '"2,102,650"'),
        ("paris", "capital of", "france"),
        ("france", "inContinent", '"Europe"'),
        ("france", "capital", "paris"),
    ]
    first = graph(
        {"chris": [chris], "paris": [paris]},
        types={"chris": ["http://e.org/Person"], "paris": ["http://e.org/City", "http://e.org/Place"]},
        statements=before,
        texts=text,
    )
    second = graph(
        {"chris": [chris], "paris": [paris], "france": [france]},
        types={
            "chris": ["http://e.org/Pilot"],
            "paris": ["http://e.org/Place"],
            "france": ["http://e.org/State"],
        },
        statements=after,
        texts=text,
    )
    bare = graph({"chris": [chris], "paris": [paris]}, texts=text)
    return {
        "types and statements": (first, second),
        "types and statements, the other way round": (second, first),
        "types and statements alone": (bare, first),
    }


def _describe(kind: Kind) -> str:
    """Return the sentence of two mentions between the first baseline and the second changed chain."""
    both = bag(
        [A, B, C, _HIM],
        {"Bob Smith": [0, 2, 3], "John Doe": [1]},
        {"Robert": [0], "Smith Inc": [1, 2, 3]},
        [(0, 0)] if kind is Kind.SPLIT else [(0, 0), (1, 1)],
        [],
        {DOC_1: TEXTS[DOC_1]},
    )
    words = (("b",), ("a",)) if kind is Kind.TYPE else ((), ())
    return BagSentences(both).describe(Divergence(kind, 0, 1, (2, 3), "", *words))


def _split_words(text: str) -> list[Span]:
    begins = [0, *(place + 1 for place, letter in enumerate(text) if letter == " ")]
    return [Span(DOC_1, begin, begin + len(text[begin:].split()[0])) for begin in begins]


def _write_title(text: str, baseline: Chains, changed: Chains, kind: Kind, *ends: tuple[int, int]) -> str:
    """Return the title of a bag of the words of a text; of each two chains the lesser one went as a whole."""
    sides = [list(chains.values()) for chains in (baseline, changed)]
    went = [sides[1][new] if kind is Kind.SPLIT else sides[0][old] for old, new in ends]
    rows = [(kind, old, new, spans, "") for (old, new), spans in zip(ends, went, strict=True)]
    texts: dict[str, str | None] = {DOC_1: text}
    return BagSentences(bag(_split_words(text), baseline, changed, [(0, 0)], rows, texts)).title


def _write_leaving(text: str, kind: Kind, old: Chains, new: Chains) -> str:
    """Return the sentence, with signs, about the mentions that left the first chain for the second one."""
    partners = [(0, 0), (1, 1)][: len(old)]
    both = bag(_split_words(text), old, new, partners, [], {DOC_1: text})
    went = sorted({*next(iter(old.values()))} & {*list(new.values())[1]})
    return BagSentences(both, order_chains(both)).describe(Divergence(kind, 0, 1, tuple(went), ""))


def _add_mentions(label: str, words: str, kind: Kind = Kind.MENTION_ADDED, added: Sequence[str] = ()) -> str:
    """Return the sentence about a chain with mentions of one letter each."""
    text = " ".join(words)
    both = bag(_split_words(text), {}, {label: range(len(words))}, [], [], {DOC_1: text})
    return BagSentences(both).describe(Divergence(kind, None, 0, tuple(range(len(words))), "", tuple(added)))


def _say_titles() -> Iterator[Phrase]:
    anns: Chains = {"Ann": [0], "ann": [1], "ANN": [2]}
    pairs: Chains = {"Ann": [0, 1], "ann": [2, 3]}
    four: Chains = {**pairs, "ANN": [4], "aNN": [5]}
    three, all_six = ((1, 0), (2, 0), (3, 0)), {"Ann": range(6)}
    merges: Mapping[str, tuple[str, Chains]] = {
        "namesakes and another one": ("Ann ann ANN Eve", {**anns, "Eve": [3]}),
        "two others": ("Ann Eve Cy", {"Ann": [0], "Eve": [1], "Cy": [2]}),
        "three namesakes": ("Ann ann ANN", anns),
        "two namesakes with other words": ("Ann singer ann judge", pairs),
        "four namesakes with other words": ("Ann singer ann judge ANN aNN", four),
    }
    for name, (text, chains) in merges.items():
        yield name, _write_title(text, chains, all_six, Kind.MERGED, *three[: len(chains) - 1])
    whole = {"Ann": range(3)}
    yield "a split into namesakes", _write_title("Ann ann ANN", whole, anns, Kind.SPLIT, (0, 1), (0, 2))
    old, new = {"savas": [0, 1]}, {"savas": [1], "Savas": [0]}
    yield "a split with the name of both", _write_leaving("savas viņš", Kind.SPLIT, old, new)
    old = {"Elizabeth": [0, 1], "Darcy": [2]}
    for name, other in (("Elizabeth", "I"), ("Bess", "Elizabeth")):
        after = {name: [0], other: [1, 2]}
        yield f"a move to {other}", _write_leaving("Elizabeth she Darcy", Kind.MOVED, old, after)
    yield "the only mention of a chain", _add_mentions("a", "a")
    yield "a name from right to left", _add_mentions("שלום", "ab")
    yield "five mentions", _add_mentions("Bob", "vwxyz")
    yield "four types", _add_mentions("Bob", "v", Kind.TYPE, "WXYZ")


def _state(predicate: str, values: Sequence[str]) -> list[Statement]:
    term = Term(predicate, f"e:{predicate}")
    return [Statement(term, Term(value, f"'{value}'"), inverse=False) for value in values]


def _say_statements() -> Iterator[Phrase]:
    """Yield the titles of a chain whose statements changed, each written as "predicate value > value"."""
    ends = "x" * 60
    given = {
        "one statement": "role clerk > chief",
        "statements of two predicates": "headSynset n-1 >, speaker > Eve",
        "statements of three predicates": "role clerk > chief, age 30 > 31, home > Rome",
        "several statements of one predicate": "met Ann >, met > Eve, met > Rob",
        "long values": f"says {ends}-yes-{ends} > {ends}-no-{ends}",
    }
    for name, changes in given.items():
        lost, gained, rows = [], [], []
        for change in changes.split(", "):
            (predicate, *old), new = (side.split() for side in change.split(">"))
            before, after = _state(predicate, old), _state(predicate, new)
            dropped, added = ([each.in_words.label for each in side] for side in (before, after))
            rows.append(Divergence(Kind.STATEMENT, 0, 0, (0,), "", tuple(added), tuple(dropped)))
            lost += before
            gained += after
        both = replace(
            bag([A], {"Bob": [0]}, {"Bob": [0]}, [(0, 0)], [], TEXTS),
            baseline=(instance("Bob", [0], statements=lost),),
            changed=(instance("Bob", [0], statements=gained),),
            divergences=tuple(rows),
        )
        yield name, BagSentences(both).title
