"""Scores of relations in coreference formats: bridging, split antecedents, the types of MUC."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from coala.engine.score import ScoreRequest, score_paths
from coala.scores.relations.intervals import Unit
from coala.scores.relations.scoring import RelationRequest
from tests.support.paths import SHARED, needs_shared

COLUMNS = (
    "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"
)


def fractions(key: Path, response: Path, name: str, unit: Unit = Unit.NP) -> tuple[object, object]:
    wish = RelationRequest((name,), unit)
    table = score_paths(str(key), str(response), ScoreRequest(metrics=["muc"], relations=wish)).relations
    assert table is not None
    score = table.scores["all"]
    return score.recall, score.precision


def universal_anaphora(
    file: Path, entities: Mapping[int, str], bridging: Mapping[int, int], rel: str
) -> Path:
    """Return words 1 to 8: some are mentions of entities, and some are bridged to others."""
    lines = [f"# global.columns = {COLUMNS}", "# newdoc id = d", "# sent_id = d-1"]
    for word in range(1, 9):
        entity = (
            f"(EntityID={entities[word]}|MarkableID=m{word}|Min={word}|SemType=dn)"
            if word in entities
            else "_"
        )
        bridge = "_"
        if word in bridging:
            other = bridging[word]
            bridge = f"(MarkableID=m{word}|Rel={rel}|MentionAnchor=m{other}|EntityAnchor={entities[other]})"
        lines.append("\t".join([str(word), f"w{word}", *"_" * 8, entity, bridge, *"_" * 3]))
    file.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    return file


def test_bridging_of_universal_anaphora_is_scored_as_its_scorer_does_by_entities(tmp_path: Path) -> None:
    alone = {word: f"s{word}" for word in range(1, 9)}
    key = universal_anaphora(tmp_path / "k.conllua", {**alone, 1: "a", 3: "a"}, {5: 1, 6: 2, 7: 3}, "part")
    response = universal_anaphora(tmp_path / "r.conllua", alone, {5: 3, 6: 4, 8: 1}, "set")
    # What the scorer of Universal Anaphora (2.0) prints by entities: word 5 is bridged to a mention of a.
    assert fractions(key, response, "Bridge*") == ((1, 3), (1, 3))
    assert fractions(key, response, "Bridge-part") == ((0, 3), (0, 0))


CONLL_U = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
# sent_id = 1
# text = Ann met Bob . They left the house by the door .
1\tAnn\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1-person-1-)
2\tmet\t_\t_\t_\t_\t0\t_\t_\t_
3\tBob\t_\t_\t_\t_\t0\t_\t_\tEntity=(e2-person-1-)
4\t.\t_\t_\t_\t_\t0\t_\t_\t_
5\tThey\t_\t_\t_\t_\t0\t_\t_\tEntity=(e3-person-1-){split}
6\tleft\t_\t_\t_\t_\t0\t_\t_\t_
7\tthe\t_\t_\t_\t_\t0\t_\t_\tEntity=(e4-place-2-
8\thouse\t_\t_\t_\t_\t0\t_\t_\tEntity=e4)
9\tby\t_\t_\t_\t_\t0\t_\t_\t_
10\tthe\t_\t_\t_\t_\t0\t_\t_\tEntity=(e5-place-2-{bridge}
11\tdoor\t_\t_\t_\t_\t0\t_\t_\tEntity=e5)
12\t.\t_\t_\t_\t_\t0\t_\t_\t_

"""


def test_split_antecedents_and_bridging_of_corefud_are_links(tmp_path: Path) -> None:
    key, response = tmp_path / "key.conllu", tmp_path / "response.conllu"
    key.write_text(
        CONLL_U.format(split="|SplitAnte=e1<e3,e2<e3", bridge="|Bridge=e4<e5:part"), encoding="utf-8"
    )
    response.write_text(CONLL_U.format(split="|SplitAnte=e1<e3", bridge="|Bridge=e4<e5"), encoding="utf-8")
    # Of two antecedents one is found: the plural is right, one of its links is not there.
    assert fractions(key, response, "SplitAnte") == ((1, 1), (1, 1))
    assert fractions(key, response, "SplitAnte", Unit.LINK) == ((1, 2), (1, 1))
    assert fractions(key, response, "Bridge*") == ((1, 1), (1, 1))
    assert fractions(key, response, "Bridge-part") == ((0, 1), (0, 0))


MUC = """\
<DOC><DOCNO>d</DOCNO><TEXT><COREF ID="1">Ohio</COREF> has <COREF ID="2"{type} REF="1">Toledo</COREF>, and \
<COREF ID="3" TYPE="IDENT" REF="1">the state</COREF> is proud of <COREF ID="4" TYPE="IDENT" REF="2">it\
</COREF>.</TEXT></DOC>
"""


def test_the_types_of_muc_are_relations_and_meet_their_inverse(tmp_path: Path) -> None:
    key, response = tmp_path / "key.sgm", tmp_path / "response.sgm"
    key.write_text(MUC.format(type=' TYPE="PT-WH"'), encoding="utf-8")
    turned = (
        MUC.format(type="")
        .replace(' REF="1">Toledo', ">Toledo")
        .replace('ID="1">', 'ID="1" TYPE="WH-PT" REF="2">')
    )
    response.write_text(turned, encoding="utf-8")
    assert fractions(key, response, "PT-WH") == ((2, 2), (2, 2))
    assert fractions(key, response, "IDENT") == ((2, 2), (2, 2))


@needs_shared
@pytest.mark.parametrize(
    ("name", "relation", "mentions"),
    [
        ("d-mmax2/COREA", "bridge", 4),
        ("d-mmax2/SONAR_1_COREF", "pred", 2),
        ("ua-exploded/TC-PA.key", "SplitAnte", 2),
    ],
)
def test_pointers_of_mmax2_and_pluralities_of_universal_anaphora_are_relations(
    name: str, relation: str, mentions: int
) -> None:
    path = SHARED / "data" / "zoo" / name
    assert fractions(path, path, relation) == ((mentions, mentions),) * 2
