"""The catalogue of all notices about graphs: each code with its sentence, advice, effect and rank.

The positional arguments of an ``Entry`` are the sentence, the advice and the effect. The first two are
templates, which may use ``{count}``, ``{s}`` (the plural ending of a noun), ``{v}`` (the singular ending of a
verb), ``{role}`` (the word for the graph whose things are counted) and ``{example}`` (the first one).
``make_notice`` gets the other words by keyword. Notices of one graph are listed in the order of this table.
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
        "{lacks}: {count} of {total} differ{v} by {kinds} only. To "
        "compare coreference alone, add --kinds coreference.",
        effect=(
            "Everything that only one graph states counts as a difference, even where "
            "coreference is the same."
        ),
        rank=FOREMOST,
    ),
    "one-sided-content": Entry(
        "{lacks}; the {other} has some on {count} of {total}. To compare "
        "coreference alone, add --kinds coreference.",
        effect=(
            "Everything that only one graph states counts as a difference, even where "
            "coreference is the same."
        ),
        rank=FOREMOST,
        code="one-sided-kinds",
    ),
    "one-sided-singletons": Entry(
        "Only the {role} has chains of one mention: {count} of {total} consist{v} of one "
        "of these and nothing else. To leave them out, add --singletons drop.",
        effect="Each counts as a chain that was added or dropped, even where coreference is the same.",
        severity=NOTE,
        rank=FOREMOST,
    ),
    "mention-without-document": Entry(
        "Left out {count} mention{s} without a document",
        "give each {document} with the IRI of its text",
        LEFT_OUT,
    ),
    "mention-without-offsets": Entry(
        "Left out {count} mention{s} without offsets",
        "give each {begin} and {end}",
        LEFT_OUT,
    ),
    "mention-without-instance": Entry(
        "Left out {count} mention{s} without an instance",
        "give each {instance}",
        LEFT_OUT,
    ),
    "text-for-node": Entry(
        "Left out {count} text{s} in quotes where a node is expected",
        "write an IRI in angle brackets, <…>",
        LEFT_OUT,
    ),
    "names-as-text": Entry(
        "{count} name{s} of instances in quotes",
        "write an IRI in angle brackets, <…>; a text is compared as a statement, not as an entity link",
    ),
    "class-without-name": Entry(
        "Left out {count} type{s} without a name",
        "a class without a name cannot be found in the other graph, so give it an IRI",
        "A type that was left out is not compared.",
    ),
    "conflicting-values": Entry(
        "Left out {count} mention{s} whose node has two different documents, begins or ends",
        "give every mention a node of its own",
        LEFT_OUT,
    ),
    "conflicting-anchors": Entry(
        "Kept {count} mention{s} whose node has two different anchors",
        "the first in alphabetical order was used",
        HIDDEN,
        rank=LITTLE,
    ),
    "iri-contradicts": Entry(
        "The IRI of {count} mention{s} has other offsets than the properties",
        "the properties were used, without the gaps; check which of the two is right",
        OFF,
        rank=MOST,
    ),
    "offsets-not-numbers": Entry(
        "Left out {count} mention{s} with an offset that is not a whole number of at most 12 digits",
        "write offsets as integers that count from 0",
        LEFT_OUT,
    ),
    "offsets-negative": Entry(
        "Left out {count} mention{s} with a negative offset",
        "count offsets from 0",
        LEFT_OUT,
    ),
    "offsets-reversed": Entry(
        "Left out {count} mention{s} whose end is before the begin",
        "check that begin and end are not swapped",
        LEFT_OUT,
    ),
    "offsets-empty": Entry(
        "Left out {count} mention{s} of zero length",
        "the end is exclusive, so a mention of one character ends at begin + 1",
        LEFT_OUT,
    ),
    "offsets-past-end": Entry(
        "Left out {count} mention{s} past the end of the text",
        "check that the offsets belong to this text and count {unit}",
        LEFT_OUT,
    ),
    "text-mismatch": Entry(
        "The anchor of {count} mention{s} differs from the text at the offsets",
        "the offsets were used; check that they belong to this text and count {unit}",
        OFF,
        rank=MOST,
    ),
    "offsets-converted": Entry(
        "Read the offsets of {count} mention{s} in another unit than stated",
        "--offsets auto chooses the unit that fits the anchors",
        severity=NOTE,
    ),
    "offsets-kept": Entry(
        "Read the offsets of {count} mention{s} as stated",
        "--offsets auto found no unit that clearly fits better",
        severity=NOTE,
    ),
    "offsets-unchecked": Entry(
        "Read the offsets of {count} mention{s} as stated",
        "--offsets auto had nothing to check, since no mention has both an anchor and a known text",
        severity=NOTE,
    ),
    "offsets-of-lines": Entry(
        "Read the offsets of {count} file{s} as stated",
        "--offsets auto had nothing to check, since JSON lines have no anchors",
        severity=NOTE,
    ),
    "offsets-of-tokens": Entry(
        "Read the offsets of {count} mention{s} as stated",
        "--offsets token works for JSON lines only, since RDF has no tokens to count",
        severity=NOTE,
    ),
    "conflicting-texts": Entry(
        "Found two different texts for {count} document{s}",
        "the longer one was used; give only the right one",
        OFF,
        rank=MOST,
    ),
    "document-without-text": Entry(
        "The text of {count} document{s} is missing",
        "add it with {text}, or as a file in the folder of --texts",
        HIDDEN,
        rank=LITTLE,
    ),
    "text-unreadable": Entry(
        "{count} text file{s} could not be read",
        "save them in UTF-8, since their documents are shown without text",
        HIDDEN,
        rank=LITTLE,
    ),
    "instance-without-mention": Entry(
        "Could not compare {count} instance{s} without a usable mention",
        "give each a mention with a document and offsets",
        "Such instances are in no bag. Their statements are compared only where an "
        "instance with mentions refers to them.",
    ),
    "reference-without-mention": Entry(
        "Left out {count} statement{s} about an instance without a mention and without a name",
        "give it a mention in the table of mentions, or a name in the table of instances",
        "Such statements are not compared.",
    ),
    "named-graph-provenance": Entry(
        "Read {count} named graph{s} with a place in a text as facts",
        "the place where a fact is stated is not a mention of an instance",
        NO_EFFECT,
        severity=NOTE,
    ),
    "types-left-out": Entry(
        "Left out {count} mention{s} in bags without an instance of the chosen types",
        "--only-type compares the rest",
        "The comparison says nothing about them.",
        rank=LITTLE,
        severity=NOTE,
    ),
    "statements-left-out": Entry(
        "Left out {count} statement{s} about instances that are not compared",
        "they count without --singletons drop and --only-type",
        "The comparison says nothing about them.",
        rank=LITTLE,
        severity=NOTE,
    ),
    "words-left-out": Entry(
        "Left out {count} place{s} where facts are stated",
        "give each a document, and offsets within its text, as for a mention",
        "The facts are compared, but reviewers do not see these words, and they do not help to match facts.",
        rank=LITTLE,
    ),
    "words-without-fact": Entry(
        "Left out {count} place{s} of a fact on a node that states no fact",
        "give places only to named graphs, reified statements and quoted triples",
        "A place without a fact is not compared.",
        rank=LITTLE,
    ),
    "words-of-fact-cut": Entry(
        "Kept only the first places of {count} fact{s} with very many places",
        "the limit is 10 for each triple on average, and never below a million in all",
        "Reviewers do not see the other places, and they do not help to match facts.",
        rank=LITTLE,
    ),
    "fact-with-many-parts": Entry(
        "Left out {count} reified statement{s} whose node has several subjects, predicates or objects",
        "give every statement a node of its own",
        "It is unclear what such a node states, so it is not compared.",
    ),
    "fact-without-instance": Entry(
        "Left out {count} fact{s} without a mentioned instance",
        "the subject or the value of a fact needs a mention",
        "Such facts are in no bag and are not compared.",
        rank=LITTLE,
    ),
    "same-as": Entry(
        "Joined {count} nodes with mentions, because owl:sameAs links them",
        "they are one instance now; --no-same-as keeps them apart",
        MERGED,
        severity=NOTE,
    ),
    "same-as-large": Entry(
        "Joined {count} instance{s} by owl:sameAs from 20 nodes or more",
        "one wrong link is enough to join large groups; --no-same-as keeps them apart",
        MERGED,
        rank=SOME,
    ),
    "clusters": Entry(
        "Read {count} cluster{s}",
        "the members of a cluster are one instance",
        MERGED,
        severity=NOTE,
    ),
    "several-clusters": Entry(
        "{count} node{s} belong to several clusters",
        "these clusters were joined, since a node is in one chain only",
        MERGED,
        rank=SOME,
    ),
    **FORMAT_NOTICES,
    "duplicate-triples": Entry(
        "Found {count} repeated triple{s}",
        "each was counted once",
        NO_EFFECT,
        severity=NOTE,
    ),
    "nested-value-cut": Entry(
        "Did not compare all instances in {count} very large nested value{s}",
        "such a value is compared by its shape only",
        "A difference is not found if it is only in the instances within such a value.",
    ),
    "document-in-several-files": Entry(
        "{count} document{s} in several files of the folder",
        "each is a document of its own, named by its folder or file; compare one "
        "folder, or add --join to merge documents of equal names",
        "If the other graph has such a document once, all mentions in it count as dropped or added.",
        rank=MOST,
    ),
    "graph-of-several-files": Entry(
        "{count} document{s} with mentions in several files of RDF",
        "all files of a folder are one graph; if they come from several systems, runs "
        "or annotators, give one file",
        "The results of several systems would be mixed, so that several chains have the same mentions.",
        rank=SOME,
    ),
    "text-in-several-files": Entry(
        "{count} document{s} with the text of a document of another name in another file",
        "each is a document of its own; if they come from several runs or annotators, give one file",
        "If the other graph has the text once, the mentions of all other copies count as dropped or added.",
        rank=SOME,
    ),
    "documents-joined": Entry(
        "{count} document{s} in several files of the folder",
        "they were merged, because of --join",
        severity=NOTE,
    ),
    "file-left-out": Entry(
        "Left out {count} file{s} of the folder that cannot be read",
        "correct them, or move them out of the folder",
        LEFT_OUT,
        rank=MOST,
    ),
    "entry-left-out": Entry(
        "Left out {count} file{s} of the archive",
        "if they matter, unpack the archive and give the folder",
        LEFT_OUT,
        rank=MOST,
    ),
    "entry-twice": Entry(
        "{count} file{s} of the archive with the name of an earlier one",
        "the last one was read, as other programs unpack it",
        "If an earlier one was meant, the comparison is wrong.",
        rank=MOST,
    ),
    "entry-name-guessed": Entry(
        "Guessed the encoding of {count} name{s} in the archive",
        "code page 437 was used for a zip, Latin-1 for a tar; if that is wrong, pack "
        "it again with names in UTF-8",
        "Where a document has the name of its file, a wrong name makes another document.",
        rank=SOME,
    ),
    "files-skipped": Entry(
        "Skipped {count} file{s} in the folder",
        "a folder with RDF is read by the endings of RDF, others by those of coreference formats, or by "
        "first bytes where no ending fits; links that lead out are never read",
        LEFT_OUT,
    ),
    "relative-iris": Entry(
        "{count} file{s} with relative IRIs and no base",
        "http://base.invalid/ was used as the base, in all graphs; give the right one with --base IRI",
        "Where the other graph has these IRIs in full, their statements count as dropped or added.",
        rank=SOME,
    ),
    "fallback-reader": Entry(
        "Read {count} file{s} with the slower reader rdflib",
        "the fast reader does not support them",
        NO_EFFECT,
        severity=NOTE,
    ),
    "shared-span": Entry(
        "{count} mention{s} of this graph belong{v} to several chains",
        "for scores, chains that share a mention count as one",
        "Bags become larger, since chains that share a mention are in one bag, and scores treat them as one.",
        rank=SOME,
    ),
    # Notices about a complete graph.
    "no-mention": Entry(
        "The graph has no mention, so there is nothing to compare", "check the file and --vocabulary"
    ),
    "words-cut": Entry(
        "{count} of {looked_at} begin{v} or end{v} inside a word or at a space",
        "such mentions rarely match the other graph; if there are many, check the text "
        "and the unit of the offsets",
        rank=MOST,
    ),
    "near-duplicate-spans": Entry(
        "{count} mention{s} differ{v} from another of the graph only by a space, punctuation or a leading "
        "determiner",
        "this may be one mention twice; if the other graph has it once, the second counts as a difference",
        rank=LITTLE,
    ),
    "large-chain": Entry(
        "{count} instance{s} with a very large part of all {mentions} mentions",
        "everything that it touches is one bag; check whether owl:sameAs or a cluster joins too much",
        rank=SOME,
    ),
    # Notices about two graphs.
    "nothing-in-common": Entry("{reason}"),
    "no-mentions": Entry(
        "No mention was found in {count} document{s}, so every recall is 0 and every precision undefined. "
        "Check that this is the right file.",
        rank=FOREMOST,
    ),
    "no-common-span": Entry(
        "{reason} Every mention of one graph therefore counts as missing from the other.", rank=MOST
    ),
    "nothing-judged-is-mentioned": Entry(
        "{reason} That is fine if the system really finds none of the judged mentions.", severity=NOTE
    ),
    "texts-differ": Entry(
        "{count} document{s} with different texts in the {first} and in the "
        "{second}{explained}: {example}. The texts were not aligned (less than half is "
        "the same, or --align-texts off). Offsets were compared unchanged, in the text "
        "of the {first}.",
        rank=MOST,
    ),
    "texts-aligned": Entry(
        "{count} document{s} with different texts in {others} and in the {role}: "
        "{carried} of {mentions} of the {role} were transferred ({share} of the "
        "characters have a counterpart). {example}.",
        severity=NOTE,
    ),
    "mentions-not-placed": Entry(
        "{count} of {mentions} of the {role} could not be placed in the text of "
        "{others}, such as {example}. Each is shown at the nearest place and matches "
        "no mention there.",
        rank=MOST,
    ),
    "document-in-one-graph": Entry(
        "{count} document{s} of {all} only in the {role}, such as {example}. "
        "Everything in them counts as a difference.",
        rank=SOME,
    ),
    "documents-renamed": Entry(
        "{count} document{s} with the same text but another identifier",
        "they are not compared; add --map-documents auto to pair them",
        rank=MOST,
    ),
    "documents-nearly-equal": Entry(
        "{count} document{s} with nearly the same text but another identifier",
        "they are not compared; add --map-documents auto to pair them and to align their texts",
        rank=MOST,
    ),
    "documents-named-alike": Entry(
        "{count} document{s} without text whose name in the other graph differs only "
        "by an ending or by folders",
        "they are not compared; add --map-documents auto to pair them",
        rank=MOST,
    ),
    "documents-undecided": Entry(
        "{count} group{s} of documents with nearly the same texts but other "
        "identifiers, which fit each other equally well",
        "they are not compared; pair them with --map-documents FILE",
        rank=SOME,
    ),
    "documents-mapped": Entry(
        "{count} document{s} of the {role} took the identifiers of the {first}, {way}{rest}.", severity=NOTE
    ),
    "redirects-unknown": Entry(
        "{count} pair{s} of redirects with an IRI in no known knowledge base",
        "declare it with --knowledge-bases FILE; the pairs were not used",
        "Two names of one thing that these pairs join count as different links.",
    ),
    "near-spans-between": Entry(
        "{count} mention{s} of the {first} differ{v} from one in the {second} only by a "
        "space, punctuation or a leading determiner",
        "each counts as one mention dropped and one added; --match overlap pairs them{others}",
        rank=SOME,
    ),
    "names-compared": Entry("Compared the names of instances in {base}: {first}, {second}.", severity=NOTE),
    "names-one-sided": Entry(
        "No link was compared: the {role} names instances in {base} ({count}), and the {other} has no links "
        "at all. To compare them, add --names {key}; to leave them out, --names off.",
        effect="Graphs whose links differ may be equal here.",
        rank=FOREMOST,
    ),
    "names-not-scored": Entry(
        "Did not score the links of the {role} to {base} ({count}), where the {other} names nothing. To "
        "score them, add --names {key}.",
        severity=NOTE,
    ),
    "names-unknown": Entry(
        "{count} name{s} of instances occur{v} in both graphs on other mentions, such as {example}. Only "
        "names in known knowledge bases are compared: if these are entries of one, declare it with "
        "--knowledge-bases FILE.",
        severity=NOTE,
    ),
    "relations-turned": Entry(
        "Replaced the relation of {count} statement{s} of the {role} with its inverse, such as {example}.",
        severity=NOTE,
    ),
    "relations-unmentioned": Entry(
        "Did not count {count} relation{s} of the {role} with an instance that has no "
        "mention in the scored documents, such as {example}.",
        severity=NOTE,
    ),
    "no-facts": Entry("Neither graph has facts, so there are no scores of facts.", severity=NOTE),
    "relations-not-closed": Entry(
        "The transitive relation {name} is too long to follow to its ends. It is scored as stated.",
        rank=SOME,
    ),
    "no-relations": Entry(
        "Neither graph has relations between instances, so only identity is scored.", severity=NOTE
    ),
    # Effects of the options.
    "filter-matched-nothing": Entry("No graph has the {noun} '{name}'{instead}.", rank=MOST),
    "no-minimum": Entry(
        "No graph has minimal spans of mentions (MIN), so --match min pairs nothing.", rank=MOST
    ),
    "no-head": Entry(
        "The {role} has no heads of mentions, so --match head pairs none of them.",
        rank=MOST,
    ),
    "spans-joined": Entry(
        "Paired {count} mention{s} of the {role} with a longer or shorter mention (--match "
        "{mode}), such as {example}.",
        severity=NOTE,
    ),
    "crac-matched": Entry(
        "Matched {count} mention{s} as in CRAC: {exact} with equal nodes and head, "
        "{heads} by the head, {zeros} zeros by their dependencies.",
        severity=NOTE,
    ),
    "span-in-very-many": Entry(
        "{count} mention{s} belong{v} to too many chains to compare all pairs",
        "instances with the same statements were paired first, then the others in their order",
        "Some of these instances may show as split or merged although they have a partner.",
    ),
    "facts-in-no-bag": Entry(
        "{count} fact{s} that differ{v} between the graphs cannot be shown, since no "
        "part of such a fact has a mention.",
    ),
    "facts-in-crowd": Entry(
        "{count} changed fact{s} may show as added or dropped. More than {most} facts "
        "of one predicate are at one place or about one instance, too many to pair.",
        severity=NOTE,
    ),
    "events-in-crowd": Entry(
        "{count} event{s} stay{v} without a partner. More than {most} events are in "
        "one sentence or bag, too many to look for the same one under another word.",
        severity=NOTE,
    ),
    "optional-left-out": Entry(
        "Did not count {count} optional mention{s} of the {role} that the {lacking} "
        "lacks, such as {example}.",
        severity=NOTE,
    ),
    # Assertions of verdicts.
    "verdicts-not-checked": Entry("{reason}", rank=SOME),
    "assertions-not-checked": Entry(
        "{count} assertion{s} cannot be checked: {reasons}.",
        effect="It is unknown whether these verdicts still hold.",
        rank=SOME,
    ),
    "assertions-contradict": Entry(
        "Left out {count} assertion{s} that contradict{v} others.",
        effect="Disagreements are not checked. Agree on one verdict, or leave out a review.",
        rank=SOME,
    ),
    "verdicts-without-effect": Entry(
        "On {count} bag{s} a verdict = has no effect, since another reviewer judged + or -.",
        severity=NOTE,
    ),
    "steps-without-nothing": Entry(
        "The board has no graph before its first step, {name}, so this row has the scores of one graph and "
        'no change. Name the graph that the steps are built on: nothing = "base.ttl".',
        effect="The steps do not add up to the whole.",
        rank=SOME,
    ),
    # The scope of the scores.
    "chains-scored-as-one": Entry(
        "Scored {count} chain{s} fewer than there are in the {role}",
        "chains that share a mention are scored as one",
        MERGED,
        rank=LITTLE,
        code="chains-joined",
    ),
    "records-not-scored": Entry(
        "Scores are over the {scored} of the {key}. Left out {count} record{s} that it "
        "lacks, such as {example}.",
        rank=LITTLE,
    ),
    "records-missing": Entry(
        "The {role} lacks {count} of {all} of the {key}",
        "each counts as missing in every recall",
    ),
    "documents-not-scored": Entry(
        "Scores are over the {scored} that both sides have. Left out {count} "
        "document{s} of one side only ({mentions}), such as {example}.",
        rank=LITTLE,
    ),
}
