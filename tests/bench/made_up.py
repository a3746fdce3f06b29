"""Pairs of NIF files of a given size, made up so that every bag of the pair is interesting or none is."""

from __future__ import annotations

import re
from pathlib import Path

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ITSRDF = "http://www.w3.org/2005/11/its/rdf#"
XSD = "http://www.w3.org/2001/XMLSchema#"
INTEGER = f"{XSD}nonNegativeInteger"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
WORD = "Bob Smith "
MENTIONS_A_DOCUMENT = 1000


def write_pair(folder: Path, bags: int, *, mentions: int = 3) -> tuple[Path, Path]:
    """Write baseline and changed graph: ``bags`` chains; each loses its last mention."""
    baseline, changed = folder / "baseline.nt", folder / "changed.nt"
    _write(baseline, bags, mentions, split=False)
    _write(changed, bags, mentions, split=True)
    return baseline, changed


def _write(path: Path, bags: int, mentions: int, *, split: bool) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number in range(bags * mentions):
            document, place = divmod(number, MENTIONS_A_DOCUMENT)
            context = f"<http://example.org/doc{document}>"
            if place == 0:
                text = WORD * MENTIONS_A_DOCUMENT
                file.write(f'{context} <{NIF}isString> "{text}" .\n')
            begin = place * len(WORD)
            end = begin + len(WORD) - 1
            bag, position = divmod(number, mentions)
            last = "b" if split and position == mentions - 1 else "a"
            node = f"<http://example.org/doc{document}#char={begin},{end}>"
            file.write(
                f"{node} <{NIF}referenceContext> {context} .\n"
                f'{node} <{NIF}beginIndex> "{begin}"^^<{INTEGER}> .\n'
                f'{node} <{NIF}endIndex> "{end}"^^<{INTEGER}> .\n'
                f'{node} <{NIF}anchorOf> "{WORD[:-1]}" .\n'
                f"{node} <{ITSRDF}taIdentRef> <http://example.org/{path.stem}/{bag}{last}> .\n"
            )


def write_large_pair(folder: Path, mentions: int, syntax: str, every: int = 88) -> tuple[Path, Path]:
    """Write baseline and changed as ``nt`` or ``ttl``: four mentions a chain; one in ``every`` moved."""
    paths = folder / f"baseline.{syntax}", folder / f"changed.{syntax}"
    for path in paths:
        with path.open("w", encoding="utf-8") as file:
            if syntax == "ttl":
                file.write(f"@prefix nif: <{NIF}> .\n@prefix itsrdf: <{ITSRDF}> .\n@prefix xsd: <{XSD}> .\n")
            for number in range(mentions):
                file.write(
                    _mention(number, mentions // 4, path, moved=path == paths[1] and number % every == 0)
                )
    return paths


def _mention(number: int, chains: int, path: Path, *, moved: bool) -> str:
    document, place = divmod(number, MENTIONS_A_DOCUMENT // 5)
    begin = place * len(WORD)
    chain = f"http://example.org/{path.stem}/"
    context = f"<http://example.org/doc{document}>"
    node = f"<http://example.org/doc{document}#char={begin},{begin + len(WORD) - 1}>"
    said = [
        ("a", "nif:Phrase"),
        ("nif:anchorOf", f'"{WORD[:-1]}"'),
        ("nif:beginIndex", f'"{begin}"^^xsd:nonNegativeInteger'),
        ("nif:endIndex", f'"{begin + len(WORD) - 1}"^^xsd:nonNegativeInteger'),
        ("nif:referenceContext", context),
        ("itsrdf:taIdentRef", f"<{chain}{number if moved else number * 7919 % chains}>"),
    ]
    blocks = [(context, [("nif:isString", f'"{WORD * (MENTIONS_A_DOCUMENT // 5)}"')])] if place == 0 else []
    blocks.append((node, said))
    if number < chains:
        name = ("<http://www.w3.org/2000/01/rdf-schema#label>", f'"Chain {number}"')
        blocks.append((f"<{chain}{number}>", [("a", f"<http://example.org/T{number % 7}>"), name]))
    if path.suffix == ".ttl":
        between = " ;\n    "
        return "".join(f"{node} {between.join(map(' '.join, said))} .\n\n" for node, said in blocks)
    text = "".join(f"{node} {term} {value} .\n" for node, said in blocks for term, value in said)
    for short, full in (("nif:", NIF), ("itsrdf:", ITSRDF), ("xsd:", XSD)):
        text = re.sub(rf"([ ^]){short}(\w+)", rf"\1<{full}\2>", text)
    return text.replace("> a <", f"> <{RDF}type> <")
