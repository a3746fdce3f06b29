"""A small, valid file of each format that has a reader, with the files next to it.

A sample is a folder: the first file is the one to read, the others are its texts or words.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.formats import (
    test_aida,
    test_booknlp,
    test_brat,
    test_cat_xml,
    test_corenlp_xml,
    test_edl,
    test_exploded,
    test_head_links,
    test_json_cas,
    test_json_relations,
    test_litbank,
    test_mmax2,
    test_muc,
    test_naf,
    test_ontonotes,
    test_sacr,
    test_stanza,
    test_tagged_words,
    test_tcf,
    test_uima_xmi,
    test_webanno_tsv,
)
from tests.formats.json import test_links, test_shapes
from tests.reading.rdf.test_nif import CONLL

CONLL_2012 = """\
#begin document (bc/news_0001); part 000
bc/news_0001   0   0   Ann   NNP   (NP*   -   -   -   -   *   (0)
bc/news_0001   0   1   saw   VBD   *   -   -   -   -   *   -
bc/news_0001   0   2   the   DT   (NP*   -   -   -   -   *   (1
bc/news_0001   0   3   lamp   NN   *)   -   -   -   -   *   1)

bc/news_0001   0   0   She   PRP   (NP*   -   -   -   -   *   (0)
bc/news_0001   0   1   took   VBD   *   -   -   -   -   *   -
bc/news_0001   0   2   her   PRP$   (NP*   -   -   -   -   *   (2|(0)
bc/news_0001   0   3   things   NNS   *)   -   -   -   -   *   2)

#end document
#begin document (bc/news_0001); part 001
bc/news_0001   1   0   Bob   NNP   (NP*)   -   -   -   -   *   (0)

#end document
"""

SEMEVAL = """\
#begin document d1
1\tAnn\t_\t_\t(1)
2\tsaw\t_\t_\t_
3\ther\t_\t_\t(2|(1)
4\tlamp\t_\t_\t2)

1\tShe\t_\t_\t(1)
#end document
"""

GUM = """\
# begin document GUM_news_x
1\tAnn\t(person-1-Ann_Lee)
2\tleft\t_
3\tMecca\t(place-2)

1\tShe\t(person-1-Ann_Lee)
"""

TWO_COLUMNS = "#begin document (d);\nd\t(0)\nd\t-\nd\t(0)\nd\t(1\nd\t1)\n#end document\n"

CROSS_DOCUMENT = """\
#begin document (1);
1 0 a.xml 0 0 Ann True (7)
1 0 a.xml 0 1 left True -
1 0 a.xml 1 2 Ann True (7)
1 0 b.xml 0 0 Somebody True (7)
1 0 b.xml 0 1 won True (8)
#end document
"""

CONLL_U = """\
# newdoc id = news
# global.Entity = eid-etype-head-identity
# sent_id = 1
1\tBob\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1-person-1-Bob_Lee)
2-3\tdidn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdid\t_\t_\t_\t_\t0\t_\t_\t_
3\tn't\t_\t_\t_\t_\t0\t_\t_\tSpaceAfter=No
4\thim\t_\t_\t_\t_\t0\t_\t_\tEntity=(e2[1/2]-person-1-
5\tself\t_\t_\t_\t_\t0\t_\t_\tEntity=e2[1/2])
6\tor\t_\t_\t_\t_\t0\t_\t_\t_
7\ther\t_\t_\t_\t_\t0\t_\t_\tEntity=(e2[2/2]-person-1-)|Bridge=e1<e2:part
8\tBob\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1-person-1-Bob_Lee)|SplitAnte=e2<e1

"""

ZEROS = """\
# newdoc id = news
# global.Entity = eid-etype-head
1\tDijo\t_\tX\t_\t_\t0\troot\t0:root\t_
1.1\t_\t_\tX\t_\t_\t_\t_\t1:nsubj\tEntity=(e1-person-1)
2\tque\t_\tX\t_\t_\t3\tmark\t_\t_
3\tviene\t_\tX\t_\t_\t1\tccomp\t_\t_
3.1\t_\t_\tX\t_\t_\t_\t_\t3:nsubj\tEntity=(e1-person-1)
4\tAna\t_\tX\t_\t_\t3\tobj\t_\tEntity=(e2-person-1)

"""

MENTION_LIST = json.dumps([test_shapes.mention(), test_shapes.mention(doc_id="e")], indent=1)

CORENLP_JSON = json.dumps(
    {
        "docId": "d",
        "sentences": [{"tokens": test_shapes.tokens_of_corenlp(words)} for words in test_shapes.SENTENCES],
        "corefs": {
            "7": [
                {"sentNum": 1, "startIndex": 1, "endIndex": 2},
                {"sentNum": 2, "startIndex": 1, "endIndex": 2},
            ]
        },
    }
)

SAMPLES: dict[str, dict[str, str]] = {
    "CoNLL-2012": {"a.conll": CONLL_2012},
    "columns with a count": {"a.conll": CONLL},
    "SemEval": {"a.conll": SEMEVAL},
    "GUM": {"a.conll": GUM},
    "two columns": {"a.conll": TWO_COLUMNS},
    "columns across documents": {"a.conll": CROSS_DOCUMENT},
    "AIDA": {"a.tsv": test_aida.TABLE},
    "AIDA without words": {"a.tsv": test_aida.NUMBERS},
    "EDL": {"a.tab": test_edl.TABLE},
    "CorefUD": {"a.conllu": CONLL_U},
    "exploded": {"a.conllu": test_exploded.HEADER + "".join(test_exploded.TOWN)},
    "stanza": {"a.conllu": test_stanza.STANZA},
    "links between words": {"a.conllup": test_head_links.LINKED},
    "zeros": {"a.conllu": ZEROS},
    "tagged words": {"a.txt": test_tagged_words.TALE},
    "Label Studio": {"a.json": json.dumps([test_json_relations.task(test_json_relations.COREF)])},
    "Prodigy": {"a.jsonl": json.dumps(test_json_relations.PRODIGY)},
    "doccano": {"a.jsonl": json.dumps(test_json_relations.DOCCANO)},
    "JSON lines": {
        "a.jsonl": '{"doc_id": "d", "text": "Bob met \\ud83d\\ude00.", "offsets": "utf-16", '
        '"clusters": [[[0, 3], [8, 10]]]}\n'
    },
    **{f"JSON of {name}": {"a.json": json.dumps(value)} for name, value in test_shapes.OBJECTS.items()},
    **{f"JSON of {name}": {"a.json": json.dumps(value)} for name, value in test_links.OBJECTS.items()},
    "JSON of BLINK": {"a.jsonl": "".join(f"{json.dumps(each)}\n" for each in test_links.BLINK)},
    "JSON of REL": {"a.json": json.dumps(test_links.REL)},
    "JSON list of mentions": {"a.json": MENTION_LIST},
    "JSON of CoreNLP": {"a.json": CORENLP_JSON},
    "MUC": {"a.sgm": test_muc.TWO_DOCUMENTS},
    "OntoNotes": {"a.coref": test_ontonotes.FILE},
    "SACR": {"a.sacr": test_sacr.TALE},
    "UIMA": {
        "a.xmi": test_uima_xmi.xmi(test_uima_xmi.SOFA, test_uima_xmi.LINKS, test_uima_xmi.CHAIN).decode(
            "utf-8"
        )
    },
    "UIMA that names entities": {
        "a.xmi": test_uima_xmi.xmi(test_uima_xmi.SOFA, test_uima_xmi.NAMING).decode("utf-8")
    },
    "JSON CAS": {"a.json": test_json_cas.cas(test_json_cas.CHAINS).decode("utf-8")},
    "JSON CAS of relations": {"a.json": test_json_cas.cas(test_json_cas.RELATIONS).decode("utf-8")},
    "WebAnno TSV 2": {"a.tsv": test_webanno_tsv.VERSION_2},
    "WebAnno": {"a.tsv": test_webanno_tsv.STORY},
    "WebAnno's relations": {"a.tsv": test_webanno_tsv.RELATIONS},
    "brat": {"a.ann": test_brat.STORY + "*\tEquiv T2 T5\n", "a.txt": test_brat.TEXT},
    "LitBank": {"a.ann": test_litbank.TABLE, "a.txt": test_litbank.TEXT},
    "marked text": {"a.txt": "[Ann](#1) met [[her](#1) brother](#2)."},
    "answers of a model": {
        "a.jsonl": '{"id": "d1", "response": "{{Ann##1}} left. {{She##1}} ran."}\n'
        '{"id": "d2", "text": "Bob ran. He fell.", "response": "{\\"clusters\\": [[\\"Bob\\", \\"He\\"]]}"}\n'
    },
    "CAT": {"a.xml": test_cat_xml.FILE},
    "NAF": {"a.naf": test_naf.NAF},
    "KAF": {"a.kaf": test_naf.KAF},
    "TCF": {"a.xml": test_tcf.FILE},
    "MMAX2": {"a_coref_level.xml": test_mmax2.SETS, "a_words.xml": test_mmax2.WORDS},
    "CoreNLP": {"a.xml": test_corenlp_xml.FILE},
    "BookNLP": {"emma.entities": test_booknlp.ENTITIES, "emma.tokens": test_booknlp.TOKENS},
}
"""Name -> file names and their texts."""

TEXTS_ELSEWHERE = {"AIDA without words", "EDL", "JSON of REL"}
"""Samples of formats that do not have the texts of their documents."""


def write_sample(folder: Path, name: str) -> Path:
    """Write a sample into a folder; returns the file to read."""
    for file, text in SAMPLES[name].items():
        (folder / file).write_text(text, encoding="utf-8", newline="")
    return folder / next(iter(SAMPLES[name]))
