"""Files made to fill the memory: each format with the shapes that its reader likes least, and an honest one.

They come piece by piece, and most are as long as ``SIZE`` says, or as ``shortened`` says for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count

SIZE = 100_000_000

Pieces = Iterable[str]
Shape = Callable[[], Pieces]


_longest = [SIZE]


@contextmanager
def shortened(size: int) -> Iterator[None]:
    """End repetitions after ``size`` characters, so that a short file has its end as well."""
    _longest.append(size)
    try:
        yield
    finally:
        _longest.pop()


def again(piece: str, size: int = SIZE) -> Pieces:
    """Yield the same text over and over."""
    size = min(size, _longest[-1])
    block = piece * max(1, min(1 << 20, size) // len(piece))
    for _ in range(size // len(block) + 1):
        yield block


def numbered(piece: str, size: int = SIZE) -> Pieces:
    """Yield pieces with a new number in place of ``{}``."""
    written = 0
    numbers = count(1)
    while written < min(size, _longest[-1]):
        block = "".join(piece.replace("{}", str(next(numbers))) for _ in range(1000))
        written += len(block)
        yield block


def lines(before: str, inside: str, after: str, length: int = 1_000_000, size: int = SIZE) -> Pieces:
    """Yield lines of the greatest length."""
    line = before + inside * (length // len(inside)) + after
    yield from again(line, size)


def between(before: str, *middle: Pieces, after: str = "") -> Pieces:
    """Yield a beginning, some of the others, and an end."""
    yield before
    for pieces in middle:
        yield from pieces
    yield after


CONLL = "#begin document (d); part 000\n"
CONLLU = "# newdoc id = d\n# global.Entity = eid-etype-head\n"
U_TAIL = "\t_\tX\t_\t_\t0\t_\t_\t"
XMI = (
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:c="http:///c.ecore" xmi:version="2.0">\n'
)
SOFA = '<cas:Sofa xmi:id="s" sofaID="_InitialView" sofaString="{}"/>\n'
TSV = (
    "#FORMAT=WebAnno TSV 3.3\n#T_CH=webanno.custom.CoreferenceLink|referenceType|referenceRelation\n\n"
    "#Text={}\n"
)
NO_LINK = "_\t_"
NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.org/">'


def honest_conll() -> Pieces:
    """Yield documents of 500 words in the columns of CoNLL-2012."""
    row = "d{}  0  {n}  word{n:03}  NN  (NP*  -  -  -  Speaker#1  *  *  {c}\n"
    rows = "".join(
        row.replace("{n:03}", f"{n:03}").replace("{n}", str(n)).replace("{c}", "-" if n % 8 else f"({n % 7})")
        for n in range(500)
    )
    return numbered("#begin document (d{}); part 000\n" + rows + "\n#end document\n")


def honest_conllu() -> Pieces:
    """Yield documents of 20 sentences of 25 words."""
    words = "".join(
        f"{n}\tword{n}\tword{n}\tNOUN\tNN\tCase=Nom|Number=Sing\t0\troot\t_\t"
        + (f"Entity=(e{n % 7}-person-1)\n" if n % 8 == 0 else "_\n")
        for n in range(1, 26)
    )
    sentences = f"# sent_id = s\n{words}\n" * 20
    return numbered("# newdoc id = d{}\n# global.Entity = eid-etype-head\n" + sentences)


def honest_json() -> Pieces:
    """Yield documents of 500 tokens, one of eight a mention."""
    tokens = ", ".join(f'"word{n:03}"' for n in range(500))
    clusters = ", ".join(
        "[" + ", ".join(f"[{n}, {n + 1}]" for n in range(8 * c, 490, 56)) + "]" for c in range(7)
    )
    return numbered(f'{{"doc_id": "d{{}}", "tokens": [{tokens}], "clusters": [{clusters}]}}\n')


def honest_muc() -> Pieces:
    """Yield documents of 1,000 words, one of eight a mention."""
    text = "".join(
        f'word{n:03} <COREF ID="{n}" TYPE="IDENT" REF="{n - 28 if n > 28 else n}">word{n:03}</COREF> '
        "and so on, as newswire does, you know.\n"
        for n in range(1, 126)
    )
    return numbered("<DOC><DOCNO>d{}</DOCNO><TXT>" + text + "</TXT></DOC>\n")


def honest_xmi() -> Pieces:
    """Yield an XMI export with a text of 10 MB, half a million links, and other annotations."""
    link = (
        '<c:CoreferenceLink xmi:id="l{}" sofa="s" begin="{}" end="1000000" referenceType="name"/>'
        '<c:Token xmi:id="t{}" sofa="s" begin="{}" end="1000000" order="0" lemma="some" pos="other"/>\n'
    )
    return between(XMI, ['<cas:Sofa xmi:id="s" sofaID="_InitialView" sofaString="'],
                   again("Some words. ", 10_000_000), ['"/>\n'], numbered(link, 80_000_000),
                   after="</xmi:XMI>")  # fmt: skip


def honest_tsv() -> Pieces:
    """Yield sentences of eight words, one of them a mention."""
    yield TSV.partition("#Text")[0]
    text = " ".join(["word"] * 8)
    for number in range(1, SIZE // 260):
        begin = (len(text) + 1) * (number - 1)
        link = f"person[{number % 999}]\tident->{number % 999}-{number}"
        tokens = "".join(
            f"{number}-{n + 1}\t{begin + 5 * n}-{begin + 5 * n + 4}\tword\t{link if n == 0 else NO_LINK}\t\n"
            for n in range(8)
        )
        yield f"#Text={text}\n{tokens}\n"


def honest_brat() -> Pieces:
    """Yield spans of ten characters, and a relation for each."""
    return numbered("T{}\tPerson 10 20\taaaaaaaaaa\nR{}\tCoref Arg1:T{} Arg2:T1\n")


def honest_turtle() -> Pieces:
    """Yield mentions of NIF."""
    mention = (
        f"<http://e.org/m{{}}> <{NIF}referenceContext> <http://e.org/d> ; <{NIF}beginIndex> 1 ; "
        f"<{NIF}endIndex> 9 ; <http://www.w3.org/2005/11/its/rdf#taIdentRef> <http://e.org/i{{}}> .\n"
    )
    return numbered(mention)


TEXT = "a" * 1000

FIRST_FORMATS: dict[str, tuple[str, dict[str, Shape]]] = {
    "CoNLL": ("x.conll", {
        "honest": honest_conll,
        "one word on one line": lambda: between(CONLL + "d 0 0 ", again("x")),
        "one line, no line end": lambda: between("", again("x")),
        "33 million mentions": lambda: between(CONLL, lines("a ", "(1)", "\n"), after="#end document\n"),
        "other instances": lambda: between(CONLL, numbered("a ({})\n"), after="#end document\n"),
        "50 million open brackets": lambda: between(CONLL, lines("a ", "(1", "\n")),
        "25 million words": lambda: between(CONLL, again("a -\n"), after="#end document\n"),
        "documents without words": lambda: numbered("#begin document {}\n#end document\n"),
        "100 million columns": lambda: between(CONLL, lines("a", " b", "\n")),
        "empty lines": lambda: between(CONLL, again("\n")),
    }),
    "CorefUD": ("x.conllu", {
        "honest": honest_conllu,
        "one word on one line": lambda: between(CONLLU + "1\t", again("x")),
        "one mention a word": lambda: between(
            CONLLU, (f"{n}\ta{U_TAIL}Entity=(e{n}-p-1)\n" for n in range(1, SIZE // 40))),
        "mentions on few words": lambda: between(
            CONLLU, (f"{n}\ta{U_TAIL}Entity=" + "(e1-p-1)" * 120_000 + "\n" for n in range(1, 104))),
        "open brackets": lambda: between(
            CONLLU, (f"{n}\ta{U_TAIL}Entity=" + "(e1" * 300_000 + "\n" for n in range(1, 110))),
        "comments": lambda: between(CONLLU, again("#a\n")),
        "one sentence": lambda: between(CONLLU, (f"{n}\ta{U_TAIL}_\n" for n in range(1, SIZE // 30))),
        "sentences of a word": lambda: between(CONLLU, again(f"1\ta{U_TAIL}_\n\n")),
        "links": lambda: between(
            CONLLU, [f"1\ta{U_TAIL}Entity=(e1-p-1)\n"],
            (f"{n}\ta{U_TAIL}Bridge=" + "e1<e1," * 160_000 + "e1<e1\n" for n in range(2, 104))),
        "documents": lambda: numbered("# newdoc id = {}\n1\ta" + U_TAIL + "_\n\n"),
    }),
    "JSON lines": ("x.jsonl", {
        "honest": honest_json,
        "one text on one line": lambda: between('{"text": "', again("x"), after='", "clusters": []}'),
        "texts of 8 MB": lambda: lines('{"text": "', "x", '", "clusters": []}\n', 8_000_000),
        "mentions": lambda: lines('{"text": "a", "clusters": [[[0,1]', ",[0,1]", "]]}\n", 8_000_000),
        "empty lists": lambda: lines('{"text": "a", "clusters": [[]', ",[]", "]}\n", 8_000_000),
        "tokens": lambda: lines('{"tokens": ["a"', ',"a"', '], "clusters": []}\n', 8_000_000),
        "keys": lambda: lines('{"clusters": [], "text": "", "x": [{}', ',{"a":1}', "]}\n", 8_000_000),
        "nested": lambda: lines('{"clusters": ', "[", "\n", 8_000_000),
        "documents": lambda: again('{"text":"","clusters":[]}\n'),
        "emoji in bytes": lambda: lines(
            '{"offsets": "byte", "clusters": [[[0, 4]]], "text": "', "😀", '"}\n', 2_000_000),
    }),
    "MUC": ("x.sgm", {
        "honest": honest_muc,
        "text on one line": lambda: between('<DOC><COREF ID="1">', again("x"), after="</COREF></DOC>"),
        "mentions": lambda: between("<DOC>", numbered('<COREF ID="{}">a</COREF>'), after="</DOC>"),
        "mentions without ID": lambda: between("<DOC>", again("<COREF>a</COREF>"), after="</DOC>"),
        "empty mentions": lambda: between("<DOC>", again("<COREF/>"), after="</DOC>"),
        "references": lambda: between('<DOC><COREF ID="1" REF="', again("1 "), after='">a</COREF></DOC>'),
        "one attribute": lambda: between('<DOC><COREF ID="', again("x"), after='">a</COREF></DOC>'),
        "attributes": lambda: between("<DOC><COREF ", again("a=b "), after=">a</COREF></DOC>"),
        "angles": lambda: between("<DOC>", again("<"), after="</DOC>"),
        "tags": lambda: between("<DOC>", again("<a>"), after="</DOC>"),
        "documents": lambda: numbered("<DOC><DOCNO>{}</DOCNO></DOC>"),
        "unnamed documents": lambda: again("<DOC></DOC>"),
        "characters as entities": lambda: between("<DOC>", again("&amp;"), after="</DOC>"),
        "entity bomb": lambda: between(
            '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><DOC>', again("&b;"), after="</DOC>"),
    }),
    "XMI": ("x.xmi", {
        "honest": honest_xmi,
        "text on one line": lambda: between(
            XMI + '<cas:Sofa xmi:id="s" sofaString="', again("x"), after='"/></xmi:XMI>'),
        "text of emoji": lambda: between(
            XMI + '<cas:Sofa xmi:id="s" sofaString="', again("😀", SIZE // 4), after='"/></xmi:XMI>'),
        "mentions": lambda: between(
            XMI + SOFA.format(TEXT),
            numbered('<c:CoreferenceLink xmi:id="{}" sofa="s" end="1"/>'), after="</xmi:XMI>"),
        "elements with an ID": lambda: between(XMI, numbered('<c:a xmi:id="{}"/>'), after="</xmi:XMI>"),
        "8 million attributes": lambda: between(XMI + "<c:a", numbered(' a{}=""'), after="/></xmi:XMI>"),
        "8 million of other names": lambda: between(XMI, numbered("<a{}/>"), after="</xmi:XMI>"),
        "nested": lambda: between(XMI, again("<a>")),
        "one comment": lambda: between(XMI + "<!--", again("x"), after="--></xmi:XMI>"),
        "one name": lambda: between(XMI + "<", again("x"), after="/></xmi:XMI>"),
        "namespaces": lambda: between(XMI + "<c:a", numbered(' xmlns:a{}="x"'), after="/></xmi:XMI>"),
        "entity bomb": lambda: between(
            '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>' + XMI, again("&b;"),
            after="</xmi:XMI>"),
    }),
    "WebAnno": ("x.tsv", {
        "honest": honest_tsv,
        "text on one line": lambda: between(TSV.partition("{")[0], again("x")),
        "texts of 1 MB": lambda: between(TSV.format("a"), lines("#Text=", "x", "\n")),
        "tokens": lambda: between(TSV.format(TEXT), numbered("1-{}\t0-1\ta\t_\t_\t\n")),
        "links": lambda: between(TSV.format(TEXT), numbered("1-{}\t0-1\ta\tx[{}]\tx->{}-{}\t\n")),
        "stacked links": lambda: between(
            TSV.format(TEXT), lines("1-1\t0-1\ta\t*[1]", "|*[1]", "\t_\t\n"), lines("", "x", "\n", size=0)),
        "lines of text": lambda: between(TSV.format("a"), again("#Text=\n")),
        "layers": lambda: between("#FORMAT=WebAnno TSV 3.3\n", again("#T_CH=a\n")),
        "features": lambda: between("#FORMAT=WebAnno TSV 3.3\n", lines("#T_CH=a", "|b", "\n")),
    }),
    "brat": ("x.ann", {
        "honest": honest_brat,
        "one line": lambda: between("T1\t", again("x")),
        "mentions": lambda: numbered("T{}\ta 0 1\n"),
        "parts": lambda: (
            f"T{n}\ta 0 1" + "".join(f";{m} {m + 1}" for m in range(2, 150_000, 2)) + "\n"
            for n in range(100)),
        "one relation": lambda: between("T1\ta 0 1\n", lines("*\tEquiv", " T1", "\n")),
        "relations": lambda: between("T1\ta 0 1\n", numbered("R{}\tx Arg1:T1 Arg2:T1\n")),
        "notes": lambda: between("T1\ta 0 1\n", numbered("#{}\t\n")),
        "events": lambda: between("T1\ta 0 1\n", numbered("E{}\ta:T1\n")),
        "attributes": lambda: between("T1\ta 0 1\n", numbered("A{}\ta T1 {}\n")),
    }),
    "Turtle": ("x.ttl", {
        "honest": honest_turtle,
        "one name": lambda: between("<http://e.org/", again("x")),
        "one text": lambda: between('<http://e.org/a> <http://e.org/b> "', again("x"), after='" .'),
        "brackets": lambda: between("<http://e.org/a> <http://e.org/b> ", again("[")),
        "nested": lambda: between("<http://e.org/a> <http://e.org/b> ", again("[ <http://e.org/b> ")),
        "list": lambda: between("<http://e.org/a> <http://e.org/b> (", again("1 ")),
        "prefixes": lambda: numbered("@prefix a{}: <http://e.org/> .\n"),
    }),
    "N-Triples": ("x.nt", {
        "one name": lambda: between("<http://e.org/", again("x")),
        "one text": lambda: between('<http://e.org/a> <http://e.org/b> "', again("x"), after='" .'),
        "nodes": lambda: numbered("<x:{}> <x:a> <x:{}> .\n"),
        "properties": lambda: numbered("<x:a> <x:{}> <x:a> .\n"),
        "blank nodes": lambda: numbered("_:a{} <x:a> _:b{} .\n"),
    }),
    "N-Quads": ("x.nq", {
        "one text": lambda: between('<x:a> <x:b> "', again("x"), after='" <x:g> .'),
        "graphs": lambda: numbered("<x:a> <x:a> <x:a> <x:{}> .\n"),
    }),
    "TriG": ("x.trig", {
        "one text": lambda: between('<x:g> { <x:a> <x:b> "', again("x"), after='" }'),
        "open graphs": lambda: again("<x:g> { "),
        "graphs": lambda: numbered("<x:{}> { <x:a> <x:a> <x:a> } "),
    }),
    "RDF/XML": ("x.rdf", {
        "one attribute": lambda: between(RDF + '<rdf:Description e:a="', again("x"), after='"/></rdf:RDF>'),
        "8 million attributes": lambda: between(
            RDF + "<rdf:Description", numbered(' e:a{}=""'), after="/></rdf:RDF>"),
        "nested": lambda: between(RDF, again("<e:a><e:b>")),
        "one comment": lambda: between(RDF + "<!--", again("x"), after="--></rdf:RDF>"),
        "entity bomb": lambda: between(
            f'<!DOCTYPE rdf:RDF [<!ENTITY a "{"a" * 1000}">]>{RDF}<rdf:Description><e:a>', again("&a;"),
            after="</e:a></rdf:Description></rdf:RDF>"),
    }),
    "JSON-LD": ("x.jsonld", {
        "one text": lambda: between('{"@id": "x:a", "x:b": "', again("x"), after='"}'),
        "nested": lambda: between('{"@id": "x:a", "x:b": ', again("[")),
        "keys": lambda: between('{"@id": "x:a"', numbered(', "x:{}": 1'), after="}"),
        "context": lambda: between('{"@context": {"a": "x:"', numbered(', "a{}": "x:"'), after="}}"),
        "values": lambda: between('{"@id": "x:a", "x:b": [1', again(",1"), after="]}"),
    }),
}  # fmt: skip
"""Format -> the name of its file, and its bad files."""
