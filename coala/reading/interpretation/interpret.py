"""The interpretation of collected triples as the content of a graph, still in any order.

``interpret`` runs the steps of the other modules of this package: facts, texts of documents, mentions,
instances, statements, labels. The steps share one ``Collector``, which has the triples as columns of numbers,
and some of them change it. So their order matters; comments say why.

Some terms of this package:

- An *instance* is what mentions refer to: a node, or several nodes that are joined by owl:sameAs.
- A *fact* is a statement with *words*: places in a text that express it. Words look like mentions, but belong
  to the statement and not to an instance.
- *Plumbing* are properties of formats and tools, which do not describe instances.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from coala.base.files import Source
from coala.base.plain_text import readable
from coala.errors import ReadingError
from coala.model.columns import distinct
from coala.model.notices.entry import WARNING
from coala.model.option import STATED
from coala.model.options import DEFAULTS, ReadOptions
from coala.model.values import find_iris, parse_value
from coala.reading.interpretation.content import Content, MentionColumns
from coala.reading.interpretation.documents import Folder, find_texts
from coala.reading.interpretation.facts import (
    fill_facts,
    find_facts,
    find_words,
    place_words,
    separate_words,
)
from coala.reading.interpretation.instances import (
    SAME_AS,
    ExcludedTriples,
    Instances,
    describe_node,
    find_identities,
    find_instances,
)
from coala.reading.interpretation.labels import DESCRIPTIONS, Labels
from coala.reading.interpretation.links import join_links, join_parts
from coala.reading.interpretation.mentions import FoundMentions, find_mentions
from coala.reading.interpretation.minimal_spans import find_marks
from coala.reading.interpretation.node_numbers import as_array, as_column, make_mask
from coala.reading.interpretation.statements import (
    FoundStatements,
    find_plumbing,
    find_relations,
    find_statements,
)
from coala.reading.rdf.collector import Collector
from coala.reading.rdf.nif import ENTRY
from coala.reading.rdf.terms import BLANK, UNSET
from coala.reading.rdf.vocabulary_detection import explain_no_mentions
from coala.reading.remarks import Remarks
from coala.reading.vocabularies.loader import Vocabulary


def interpret(
    path: str,
    collected: Collector,
    vocabulary: Vocabulary,
    remarks: Remarks,
    folder: Folder | None,
    options: ReadOptions = DEFAULTS.reading,
    sources: Sequence[Source] = (),
    *,
    may_be_empty: bool = False,
) -> Content:
    """Find mentions, instances and statements in the triples of the input named ``path``.

    The options about counting apply to RDF; other formats already use code points. If it ``may_be_empty``,
    texts without any mention are accepted.

    Raises:
        ReadingError: there is no triple, or there is no usable mention and no other sign of instances.
    """
    if not collected.triples:
        if not remarks.rdf:
            raise ReadingError(explain_no_mentions(path, collected, vocabulary, remarks))
        raise ReadingError(f"{path}: this graph is empty: check that the system wrote its output.")
    names = collected.names
    for node in collected.text_conflicts:
        remarks.add("conflicting-texts", f"<{names[node]}>")
    # 1. Facts, and direct links between instances and mentions.
    # This links facts to their words like instances to mentions, so that the next two steps join both alike.
    # Then the links of facts are taken out again, before mentions are found.
    facts = find_facts(collected, vocabulary, remarks)
    join_parts(collected)
    join_links(collected)
    word_links = separate_words(collected, facts)
    _report_misplaced(collected, vocabulary, remarks)
    # 2. Texts of documents, and mentions.
    texts = find_texts(collected, folder, vocabulary, remarks)
    # The unit of offsets must be known before any offset is read.
    if remarks.rdf and (options.offsets, options.ends) != (STATED, STATED):
        # Imported late: few graphs need it.
        from coala.reading.interpretation.unit_detection import agree_on_unit

        vocabulary = agree_on_unit(collected, texts, vocabulary, remarks, options.offsets, options.ends)
    unmentioned_words = find_words(collected, texts, vocabulary, remarks, word_links)
    mentions = find_mentions(collected, texts, vocabulary, remarks)
    if not mentions.linked_row and not _has_instances(collected, vocabulary):
        # Where something was left out, the mentions may have been lost on the way.
        if not may_be_empty or not texts or any(each.severity == WARNING for each in remarks.notices()):
            raise ReadingError(explain_no_mentions(path, collected, vocabulary, remarks))
        remarks.count("no-mentions", len(texts))
    words = place_words(names, word_links, unmentioned_words, mentions)
    # 3. Instances and statements. All triples that are not excluded are statements.
    excluded = ExcludedTriples(
        identities=find_identities(collected, vocabulary, same_as=options.same_as),
        plumbing=find_plumbing(collected, vocabulary),
        reified=facts.nodes,
        stated=frozenset(facts.row),
    )
    instances = find_instances(collected, mentions, vocabulary, remarks, excluded)
    statements = find_statements(collected, mentions, instances, remarks, excluded)
    _report_names_as_text(collected, instances, remarks)
    relations = find_relations(collected, vocabulary)
    labels = Labels(collected, vocabulary.labels)
    # 4. Numbers of documents: those with a text, a mention or words.
    in_documents = set(distinct(as_array(mentions.document)).tolist()) | words.documents()
    documents = {node: names[node] for node in {*texts, *in_documents} if names[node] != BLANK}
    document_numbers = {node: number for number, node in enumerate(documents)}
    _report_unknown_texts([name for node, name in documents.items() if node not in texts], folder, remarks)
    columns = _build_mention_columns(mentions, instances, document_numbers, list(texts))
    if len(set(columns.instance)) == len(columns.instance):
        remarks.forget("normalisations-joined")  # no two mentions have one
    marks = find_marks(collected, mentions)
    return Content(
        mentions=columns,
        statements=statements.columns,
        facts=fill_facts(
            collected, vocabulary, facts, words, statements, instances, mentions, document_numbers, remarks
        ),
        documents=list(documents.values()),
        texts=[texts.get(node) for node in documents],
        shapes=words.shapes,
        anchors=list(collected.anchors) if columns.anchor.count(UNSET) < len(columns.anchor) else [],
        minimums=marks.minimums,
        optional=marks.optional,
        forms=marks.forms,
        names=instances.names,
        labels=labels.best_of_groups(instances.instance_of, len(instances.names)),
        types=instances.types,
        other_names=instances.other_names,
        predicates=statements.predicates,
        values=statements.values,
        unclear_values=sorted(statements.unclear),
        inverse=relations.inverse,
        symmetric=relations.symmetric,
        transitive=relations.transitive,
        paths=statements.paths,
        term_labels=labels.of_iris(_list_terms(statements, instances)),
        descriptions=Labels(collected, DESCRIPTIONS).of_iris(_list_names(statements, instances)),
        notices=remarks.notices(),
        sources=list(sources),
    )


def _build_mention_columns(
    mentions: FoundMentions,
    instances: Instances,
    document_numbers: Mapping[int, int],
    with_text: Sequence[int],
) -> MentionColumns:
    """Return the columns of mentions, one row for each link between a span and an instance.

    ``document_numbers`` has the number of each document's node. In the documents ``with_text``, the words of
    mentions are known, so anchors are not kept.
    """
    nodes = len(instances.instance_of.column)
    row = as_array(mentions.linked_row)
    document = as_array(mentions.document)[row]
    number_of = np.full(nodes, -1)
    number_of[list(document_numbers)] = list(document_numbers.values())
    anchor = np.where(make_mask(with_text, nodes)[document], UNSET, as_array(mentions.anchor)[row])
    return MentionColumns(
        document=as_column(number_of[document]),
        begin=as_column(as_array(mentions.begin)[row]),
        end=as_column(as_array(mentions.end)[row]),
        shape=as_column(as_array(mentions.shape)[row]),
        instance=as_column(instances.instance_of.column[as_array(mentions.linked_instance)]),
        anchor=as_column(anchor),
    )


def _report_misplaced(collected: Collector, vocabulary: Vocabulary, remarks: Remarks) -> None:
    """Remark literals in the place of a node, which are ignored."""
    texts = list(collected.literals) if collected.misplaced.subject else []
    for node, predicate, text in dict.fromkeys(zip(*collected.misplaced, strict=True)):
        who, what = describe_node(node, collected.names), vocabulary.shorten(texts[predicate])
        remarks.add("text-for-node", f"{who} {what} {readable(texts[text], 40)!r}")


def _report_names_as_text(collected: Collector, instances: Instances, remarks: Remarks) -> None:
    """Remark literals in the place of another name of an instance."""
    naming = {number for name in (SAME_AS, ENTRY.value) if (number := collected.find_predicate(name)) >= 0}
    if not naming:
        return
    subject, predicate, obj = map(as_array, collected.others)
    is_text = (obj < 0) & np.isin(predicate, list(naming)) & (instances.instance_of.column[subject] >= 0)
    literals = list(collected.literals)
    for row in np.flatnonzero(is_text).tolist():
        words = readable(parse_value(literals[~obj.item(row)]).text, 40)
        remarks.add("names-as-text", f"{describe_node(subject.item(row), collected.names)} {words!r}")


def _report_unknown_texts(documents: list[str], folder: Folder | None, remarks: Remarks) -> None:
    """Remark documents without text, if texts are wanted, with the files that were tried in the folder."""
    if not documents or not remarks.texts_wanted:
        return
    for name in documents:
        remarks.add("document-without-text", f"<{name}>")
    if folder is not None:
        looked_for = " or ".join(map(readable, folder.list_names(min(documents))[-2:]))
        remarks["document-without-text"].hint = f"The folder of --texts has no {looked_for or 'such file'}."


def _list_terms(statements: FoundStatements, instances: Instances) -> list[str]:
    """Return the IRIs that are shown, for which labels are needed: predicates, types, and names in values."""
    types = (iri for kinds in set(instances.types) for iri in kinds)
    return sorted({*statements.predicates, *types, *find_iris(statements.values)})


def _list_names(statements: FoundStatements, instances: Instances) -> Iterator[str]:
    """Yield the IRIs that may name instances in a knowledge base, for which descriptions are needed."""
    yield from filter(None, instances.names)
    yield from chain.from_iterable(instances.other_names.values())
    yield from find_iris(statements.values)


def _has_instances(collected: Collector, vocabulary: Vocabulary) -> bool:
    """Return True if the graph describes instances, although it has no mentions."""
    wanted = {collected.nodes.get(name, -1) for name in vocabulary.instance_class}
    return not wanted.isdisjoint(collected.types.object)
