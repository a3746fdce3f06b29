"""The catalogue of all notices about graphs: each code with its sentence, effect and rank.

A sentence is a template. Every template may use ``{count}``, ``{s}`` (the plural ending of a noun), ``{v}``
(the singular ending of a verb), ``{role}`` (the word for the graph whose things are counted) and
``{example}`` (the first one); ``make_notice`` gets the other words by keyword. Notices of one graph are
listed in the order of this table.
"""

from __future__ import annotations

from collections.abc import Mapping

from coala.model.notices.entry import (
    FOREMOST,
    HIDDEN,
    LEFT_OUT,
    LITTLE,
    MERGED,
    MOST,
    NO_EFFECT,
    NOTE,
    OFF,
    SOME,
    Entry,
)
from coala.model.notices.format_notices import FORMAT_NOTICES

CATALOGUE: Mapping[str, Entry] = {
    "one-sided-kinds": Entry(
        "{lacks}: {count} of {total} interesting bags diverge{v} by {kinds} only. To compare coreference "
        "alone: --kinds coreference.",
        effect="What only one graph has is a difference wherever it has it, whatever coreference is like.",
        rank=FOREMOST,
    ),
    "one-sided-content": Entry(
        "{lacks}; the {other} has some on {count} of {total} instances. To compare coreference alone: "
        "--kinds coreference.",
        effect="What only one graph has is a difference wherever it has it, whatever coreference is like.",
        rank=FOREMOST,
        code="one-sided-kinds",
    ),
    "mention-without-document": Entry(
        "Left out {count} mention{s} without a document",
        "each needs {document} to an IRI that names its text",
        LEFT_OUT,
    ),
    "mention-without-offsets": Entry(
        "Left out {count} mention{s} without offsets",
        "each needs {begin} and {end}",
        LEFT_OUT,
    ),
    "mention-without-instance": Entry(
        "Left out {count} span{s} that no instance has",
        "a mention needs {instance}",
        LEFT_OUT,
    ),
    "text-for-node": Entry(
        "Left out {count} text{s} in quotes where a node belongs",
        "write an IRI, <…>",
        LEFT_OUT,
    ),
    "class-without-name": Entry(
        "Left out {count} type{s} without a name",
        "no two graphs share a nameless class: give it an IRI",
        "A type that was left out is compared nowhere.",
    ),
    "conflicting-values": Entry(
        "Left out {count} mention{s} with two different documents, begins or ends on one node",
        "give every mention a node of its own",
        LEFT_OUT,
    ),
    "conflicting-anchors": Entry(
        "Kept {count} mention{s} with two different anchors on one node",
        "the first in alphabetical order counts",
        HIDDEN,
        rank=LITTLE,
    ),
    "iri-contradicts": Entry(
        "The IRI of {count} mention{s} tells other offsets than its properties",
        "the properties were trusted, and the gaps left out",
        OFF,
        rank=MOST,
    ),
    "offsets-not-numbers": Entry(
        "Left out {count} mention{s} with an offset that is not a whole number of at most 12 digits",
        "offsets are integers, 0-based",
        LEFT_OUT,
    ),
    "offsets-negative": Entry(
        "Left out {count} mention{s} with a negative offset",
        "the text begins at 0",
        LEFT_OUT,
    ),
    "offsets-reversed": Entry(
        "Left out {count} mention{s} whose end is before the begin",
        "check which of the two is written first",
        LEFT_OUT,
    ),
    "offsets-empty": Entry(
        "Left out {count} mention{s} of zero length",
        "a span has at least one character, and its end is exclusive",
        LEFT_OUT,
    ),
    "offsets-past-end": Entry(
        "Left out {count} mention{s} past the end of the text",
        "check that the offsets belong to this text and count {unit}",
        LEFT_OUT,
    ),
    "text-mismatch": Entry(
        "The anchor of {count} mention{s} differs from the text at the offsets",
        "the offsets were trusted; check that they belong to this text and count {unit}",
        OFF,
        rank=MOST,
    ),
    "offsets-converted": Entry(
        "Read the offsets of {count} mention{s} otherwise than stated",
        "--offsets auto asks for what fits the anchors",
        severity=NOTE,
    ),
    "offsets-kept": Entry(
        "Read the offsets of {count} mention{s} as stated",
        "--offsets auto found nothing that surely fits better",
        severity=NOTE,
    ),
    "offsets-unchecked": Entry(
        "Read the offsets of {count} mention{s} as stated",
        "--offsets auto had nothing to check, since no mention has both an anchor and a text that is known",
        severity=NOTE,
    ),
    "offsets-of-lines": Entry(
        "Read the offsets of {count} file{s} as stated",
        "--offsets auto had nothing to check, since JSON lines have no anchors",
        severity=NOTE,
    ),
    "offsets-of-tokens": Entry(
        "Read the offsets of {count} mention{s} as stated",
        "--offsets token is for JSON lines, and RDF has no tokens to count",
        severity=NOTE,
    ),
    "conflicting-texts": Entry(
        "Two different texts are given for {count} document{s}",
        "the longer one was taken",
        OFF,
        rank=MOST,
    ),
    "document-without-text": Entry(
        "The text of {count} document{s} is not known",
        "give it by {text}, or as a file in the folder of --texts",
        HIDDEN,
        rank=LITTLE,
    ),
    "text-unreadable": Entry(
        "{count} text file{s} could not be read",
        "texts are files in UTF-8; their documents are shown without text",
        HIDDEN,
        rank=LITTLE,
    ),
    "instance-without-mention": Entry(
        "{count} instance{s} without any usable mention cannot be compared",
        "only what has a span takes part",
        "Such instances lie in no bag, and what is said of them is compared only where an instance with "
        "mentions refers to them.",
    ),
    "reference-without-mention": Entry(
        "Left out {count} statement{s} that refer{v} to an instance without mentions and without a name",
        "give it a mention in the table of mentions, or a name in the table of instances",
        "Such statements are compared nowhere.",
    ),
    "named-graph-provenance": Entry(
        "Took {count} named graph{s} with a place in a text for facts",
        "where a fact is said is no mention of an instance",
        NO_EFFECT,
        severity=NOTE,
    ),
    "words-left-out": Entry(
        "Left out {count} place{s} where facts are said",
        "each needs a document, and offsets within its text, as a mention does",
        "The facts are compared, but a reviewer does not see these words, and facts are not matched by them.",
        rank=LITTLE,
    ),
    "words-without-fact": Entry(
        "Left out {count} place{s} where a fact is said, of what states none",
        "what has such words is a named graph, a reified statement or a quoted triple",
        "A place without a fact is compared nowhere.",
        rank=LITTLE,
    ),
    "words-of-fact-cut": Entry(
        "Kept only the first places of {count} fact{s} said in very many",
        "there is room for 10 of each triple, on average, and for a million at least",
        "A reviewer does not see the others, and facts are not matched by them.",
        rank=LITTLE,
    ),
    "fact-with-many-parts": Entry(
        "Left out {count} reified statement{s} with several subjects, predicates and objects on one node",
        "give every statement a node of its own",
        "What such a node states cannot be told, so it is compared nowhere.",
    ),
    "fact-without-instance": Entry(
        "Left out {count} fact{s} about nothing that is mentioned",
        "a fact needs an instance with a mention, as what it is about or as its value",
        "Such facts lie in no bag and are compared nowhere.",
        rank=LITTLE,
    ),
    "facts-in-no-table": Entry(
        "Wrote {count} fact{s} as statements alone",
        "tables have no room for the words that say them",
        "What differs in a fact is a row of its instance, and events are matched by their spans alone.",
        rank=LITTLE,
    ),
    "same-as": Entry(
        "Joined {count} nodes with mentions by owl:sameAs",
        "joined nodes are one instance",
        MERGED,
        severity=NOTE,
    ),
    "same-as-large": Entry(
        "{count} instance{s} that owl:sameAs joins from 20 nodes or more",
        "one wrong link joins two crowds; --no-same-as leaves them apart",
        MERGED,
        rank=SOME,
    ),
    "clusters": Entry(
        "Read {count} cluster{s}",
        "its members are one instance",
        MERGED,
        severity=NOTE,
    ),
    "several-clusters": Entry(
        "{count} node{s} belong to several clusters",
        "these clusters were joined, since identity is transitive",
        MERGED,
        rank=SOME,
    ),
    **FORMAT_NOTICES,
    "duplicate-triples": Entry(
        "{count} triple{s} repeated what was said before",
        "each counts once",
        NO_EFFECT,
        severity=NOTE,
    ),
    "nested-value-cut": Entry(
        "Too many instances to follow each in {count} nested value{s}",
        "such a value is compared by its form alone",
        "A statement that differs only in the instances within such a value is not seen.",
    ),
    "document-in-several-files": Entry(
        "{count} document{s} in several files of the folder",
        "each file's is a document of its own, named by its folder or its file; name one of the folders, or "
        "give --join to take equal names as one document",
        "If the other graph has them once, under the bare name, all of them count as dropped or added.",
        rank=MOST,
    ),
    "graph-of-several-files": Entry(
        "{count} document{s} with mentions in several files of RDF",
        "all files of a folder are one graph; if they are of several systems, runs or annotators, name one",
        "What two systems say is joined then, and an instance of each has the same spans.",
        rank=SOME,
    ),
    "text-in-several-files": Entry(
        "{count} document{s} with the text of a document of another name in another file",
        "each is a document of its own; if they are of several runs or annotators, name one file",
        "If the other graph has the text once, all of the others count as dropped or added.",
        rank=SOME,
    ),
    "documents-joined": Entry(
        "{count} document{s} in several files of the folder",
        "they were joined, as --join says",
        severity=NOTE,
    ),
    "file-left-out": Entry(
        "Left out {count} file{s} of the folder that cannot be read",
        "mend them, or take them out of the folder",
        LEFT_OUT,
        rank=MOST,
    ),
    "entry-left-out": Entry(
        "Left out {count} file{s} of the archive",
        "unpack it yourself, and give the folder, if they matter",
        LEFT_OUT,
        rank=MOST,
    ),
    "entry-twice": Entry(
        "{count} file{s} of the archive with the name of an earlier one",
        "the last one was read, as other programs unpack it",
        "If an earlier one was meant, what is compared is wrong.",
        rank=MOST,
    ),
    "entry-name-guessed": Entry(
        "{count} name{s} in the archive in an encoding that it does not state",
        "read as code page 437 in a zip, as Latin-1 in a tar; if that is wrong, pack it anew with names in "
        "UTF-8",
        "Where documents are called by their files, another name makes another document.",
        rank=SOME,
    ),
    "files-skipped": Entry(
        "Skipped {count} file{s} in the folder",
        "of a folder its regular files with names of RDF formats are read, those of other formats only where "
        "there is no RDF, and none outside the folder",
        LEFT_OUT,
    ),
    "relative-iris": Entry(
        "{count} file{s} with relative IRIs and no base",
        "they were resolved against http://base.invalid/, in all graphs; --base IRI says what they are from",
        "Where the other graph has these IRIs in full, all that is said of them counts as dropped or added.",
        rank=SOME,
    ),
    "fallback-reader": Entry(
        "Read {count} file{s} with the slower reader rdflib",
        "the fast reader cannot take it",
        NO_EFFECT,
        severity=NOTE,
    ),
    "shared-span": Entry(
        "Several instances of this graph share {count} span{s}",
        "for scores, instances that share a span are one class",
        "Bags grow, since such a span ties its instances into one, and scores take them for one.",
        rank=SOME,
    ),
    # Notices about a complete graph.
    "no-mention": Entry("There is no mention, so there is nothing to compare", "check file and vocabulary"),
    "words-cut": Entry(
        "{count} span{s} of {looked_at} looked at begin{v} or end{v} inside a word or at a blank",
        "such spans seldom equal those of the other graph, and many of them mean that the offsets belong to "
        "another text or unit",
        rank=MOST,
    ),
    "near-duplicate-spans": Entry(
        "{count} span{s} differ{v} from another of the graph only by a blank, punctuation or a leading "
        "determiner",
        "one mention may stand there twice, and a graph that has it once lacks the other",
        rank=LITTLE,
    ),
    "large-chain": Entry(
        "{count} instance{s} with a very large share of all {mentions} mentions",
        "all that it touches is one bag; check for owl:sameAs or a cluster that joins too much",
        rank=SOME,
    ),
    # Notices about two graphs.
    "nothing-in-common": Entry("{reason}"),
    "no-common-span": Entry("{reason} As it is, every mention of one is missing from the other.", rank=MOST),
    "nothing-judged-is-mentioned": Entry(
        "{reason} If the system does find nothing of what was judged, all is well.", severity=NOTE
    ),
    "texts-differ": Entry(
        "{count} document{s} with another text in the {second} than in the {first}{explained}: {example}; "
        "they were not aligned (less than half is alike, or --align-texts off), so offsets were compared as "
        "they stand, in the text of the {first}.",
        rank=MOST,
    ),
    "texts-aligned": Entry(
        "{count} document{s} whose text in {others} differs from that in the {role}: {carried} of {mentions} "
        "of the {role} were carried over ({share} of the characters have a counterpart). {example}.",
        severity=NOTE,
    ),
    "mentions-not-placed": Entry(
        "{count} of {mentions} of the {role} could not be placed in the text of {others}, such as {example}; "
        "each is shown at the nearest place and equals no mention there.",
        rank=MOST,
    ),
    "document-in-one-graph": Entry(
        "{count} document{s} of {all} only in the {role}, such as {example}; all that is said of them counts "
        "as a divergence.",
        rank=SOME,
    ),
    "documents-renamed": Entry(
        "{count} document{s} with equal text under another identifier",
        "nothing in them is compared; --map-documents auto takes each two as one document",
        rank=MOST,
    ),
    "documents-nearly-equal": Entry(
        "{count} document{s} with nearly equal text under another identifier",
        "nothing in them is compared; --map-documents auto takes each two as one document, and aligns the "
        "texts",
        rank=MOST,
    ),
    "documents-named-alike": Entry(
        "{count} document{s} without a known text whose name in the other graph differs by an extension or "
        "folders alone",
        "nothing in them is compared; --map-documents auto takes each two as one document",
        rank=MOST,
    ),
    "documents-undecided": Entry(
        "{count} group{s} of documents with nearly equal texts under other identifiers, of which several are "
        "equally likely the same",
        "none of them was taken for another, so nothing in them is compared; pair them by "
        "--map-documents FILE",
        rank=SOME,
    ),
    "documents-mapped": Entry(
        "{count} document{s} of the {role} took the identifiers of the {first}, {way}{rest}.", severity=NOTE
    ),
    "near-spans-between": Entry(
        "{count} span{s} of the {first} differ{v} from one of the {second} only by a blank, punctuation or a "
        "leading determiner",
        "each counts as a mention dropped and another added; --match overlap takes them as one",
        rank=SOME,
    ),
    "relations-turned": Entry(
        "{count} statement{s} of the {role} turned to the other of two inverse relations, such as {example}.",
        severity=NOTE,
    ),
    "relations-unmentioned": Entry(
        "{count} relation{s} of the {role} with something that has no mention in the documents scored, "
        "not counted, such as {example}.",
        severity=NOTE,
    ),
    "no-facts": Entry("Neither graph states facts, so none is scored.", severity=NOTE),
    "relations-not-closed": Entry(
        "A transitive relation that leads too far to be followed to its ends is scored as it is stated: "
        "{name}.",
        rank=SOME,
    ),
    "no-relations": Entry("Neither graph relates instances, so only identity is scored.", severity=NOTE),
    # Effects of the options.
    "filter-matched-nothing": Entry("No graph has the {noun} '{name}'{instead}.", rank=MOST),
    "no-minimum": Entry("No graph states the minimum of a mention, so match min joins no span.", rank=MOST),
    "no-head": Entry(
        "The {role} states no head of a mention, so match head joins none of its spans with others.",
        rank=MOST,
    ),
    "spans-joined": Entry(
        "{count} span{s} of the {role} taken for a span of another extent (match {mode}), such as {example}.",
        severity=NOTE,
    ),
    "crac-matched": Entry(
        "{count} mention{s} matched as in CRAC: {exact} with equal nodes and head, {heads} by the head, "
        "{zeros} zeros by their dependencies.",
        severity=NOTE,
    ),
    "span-in-very-many": Entry(
        "{count} span{s} belong{v} to so many instances of both graphs that not each was held against each",
        "those of which the same is said became partners, then the others in their order",
        "Some of these instances may show as split or merged though they have a partner.",
    ),
    "facts-in-no-bag": Entry(
        "{count} fact{s} that differ{v} between the graphs cannot be shown, since no part has a mention.",
    ),
    "facts-in-crowd": Entry(
        "{count} fact{s} that may have changed show{v} as added or dropped: more than {most} of one "
        "predicate stand at one place, or are said of one thing.",
        severity=NOTE,
    ),
    "events-in-crowd": Entry(
        "{count} event{s} stay{v} without a partner: more than {most} stand in one sentence or bag, too many "
        "to look for the same one under another word.",
        severity=NOTE,
    ),
    "optional-left-out": Entry(
        "{count} optional mention{s} of the {role} that the {lacking} lacks count{v} for neither, such as "
        "{example}.",
        severity=NOTE,
    ),
    # Assertions of verdicts.
    "verdicts-not-checked": Entry("{reason}", rank=SOME),
    "assertions-not-checked": Entry(
        "{count} assertion{s} cannot be checked: {reasons}.",
        effect="Whether what was judged still holds there, nobody knows.",
        rank=SOME,
    ),
    "assertions-contradict": Entry(
        "{count} assertion{s} contradict{v} others and {were} left out.",
        effect="What reviewers do not agree on is not checked: agree on one verdict, or leave a review out.",
        rank=SOME,
    ),
    # The scope of the scores.
    "chains-scored-as-one": Entry(
        "In the {role} {count} chain{s} fewer are scored than there are",
        "chains that share a span are one class",
        MERGED,
        rank=LITTLE,
        code="chains-joined",
    ),
    "documents-not-scored": Entry(
        "Scores are over the {scored} that both sides know; {count} document{s} of one side only, such as "
        "{example}, left out ({mentions}).",
        rank=LITTLE,
    ),
}
