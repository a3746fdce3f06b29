"""A corpus size to a pair of NIF files, made up so that every bag of the pair is interesting or none is."""

from __future__ import annotations

from pathlib import Path

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ITSRDF = "http://www.w3.org/2005/11/its/rdf#"
INTEGER = "http://www.w3.org/2001/XMLSchema#nonNegativeInteger"
WORD = "Bob Smith "
MENTIONS_A_DOCUMENT = 1000


def write_pair(folder: Path, bags: int, *, mentions: int = 3) -> tuple[Path, Path]:
    """Baseline and changed: ``bags`` chains, each of which loses its last mention."""
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
