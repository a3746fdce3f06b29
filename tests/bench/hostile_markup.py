"""Files of mark-up, of stand-off annotation and of JSON, made to fill the memory."""

from __future__ import annotations

from tests.bench.hostile_files import SIZE, U_TAIL, Shape, again, between, numbered

EXPLODED = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING "
    "DISCOURSE_DEIXIS REFERENCE NOM_SEM\n"
)
UA = "\t_" * 8 + "\t"
UA_TAIL = "\t_\t_\t_\t_\n"
JSON_DOCUMENT = '{"doc_key": "{}", "sentences": [["a"]], "clusters": []}'
JSON_MENTION = '{"doc_id": "{}", "coref_chain": 1, "mention_context": ["a"], "tokens_number": [0]}'
ONTONOTES = '<DOC DOCNO="d"><TEXT PARTNO="0">'
NAF_WORD = '<wf id="w{}" offset="0" length="1" sent="1">a</wf>'
NAF_START = (
    '<NAF><text><wf id="w1" offset="0" length="1">a</wf></text><terms><term id="t1"><span>'
    '<target id="w1"/></span></term></terms><coreferences><coref id="c">'
)
MARKABLE = '<markable id="m{}" span="word_1" coref_class="set_{}"/>'
TCF, TCF_END = "<D-Spin><TextCorpus>", "</TextCorpus></D-Spin>"
TCF_TOKEN = TCF + '<tokens><token ID="t1">a</token></tokens><references><entity>'
CORENLP = "<root><document><sentences><sentence><tokens>"
CORENLP_END = "</tokens></sentence></sentences></document></root>"
CORENLP_WORD = (
    "<token><word>a</word><CharacterOffsetBegin>{}</CharacterOffsetBegin>"
    "<CharacterOffsetEnd>{}</CharacterOffsetEnd></token>"
)
CORENLP_CHAIN = (
    CORENLP + CORENLP_WORD.replace("{}", "0", 1).replace("{}", "1")
    + "</tokens></sentence></sentences><coreference><coreference>"
)  # fmt: skip
CORENLP_MENTION = "<mention><sentence>1</sentence><start>1</start><end>2</end><head>1</head></mention>"
BOOKNLP = "COREF\tstart_token\tend_token\tprop\tcat\ttext\n"
CAT = '<Document doc_name="x.xml" doc_id="1"><token t_id="1" sentence="0">a</token>'

LATER_FORMATS: dict[str, tuple[str, dict[str, Shape]]] = {
    "exploded": ("x.conllu", {
        "open brackets": lambda: between(
            EXPLODED, (f"{n}\ta{UA}" + "(EntityID=1|MarkableID=m" * 40_000 + UA_TAIL for n in range(1, 100))),
        "closing brackets": lambda: between(
            EXPLODED, (f"{n}\ta{UA}" + ")" * 900_000 + UA_TAIL for n in range(1, 110))),
        "one markable": lambda: between(
            EXPLODED, (f"{n}\ta{UA}(EntityID=1|MarkableID=m){UA_TAIL}" for n in range(1, SIZE // 60))),
        "bridges": lambda: between(
            EXPLODED + f"1\ta{UA}(EntityID=1|MarkableID=m)\t_\t_\t_\t_\n",
            (f"{n}\ta{UA}_\t" + "(MarkableID=m|EntityAnchor=1)" * 30_000 + "\t_\t_\t_\n"
             for n in range(2, 110))),
        "columns": lambda: between(EXPLODED[:-1], again(" IDENTITY", 1_000_000), ["\n"], again("1\ta\n")),
        "chains of stanza": lambda: between(
            "# text = a\n", (f"{n}\ta{U_TAIL}coref_chains=" + "start-id1," * 90_000 + "id2\n"
                            for n in range(1, 110))),
    }),
    "JSON": ("x.json", {
        "empty lists": lambda: between("[", again("[],"), after="[]]"),
        "documents": lambda: between("[", numbered(JSON_DOCUMENT + ","), after=JSON_DOCUMENT + "]"),
        "clusters of one document": lambda: between(
            '{"doc_key": "d", "sentences": [["a"]], "clusters": [', again("[],"), after="[]]}"),
        "mentions of one cluster": lambda: between(
            '{"doc_key": "d", "sentences": [["a"]], "clusters": [[', again("[0, 0],"), after="[0, 0]]]}"),
        "mentions of a list": lambda: between("[", numbered(JSON_MENTION + ","), after=JSON_MENTION + "]"),
        "open lists": lambda: again("["),
        "one name on one line": lambda: between('{"doc_key": "', again("x"), after='", "clusters": []}'),
    }),
    "OntoNotes": ("x.coref", {
        "text on one line": lambda: between(ONTONOTES + '<COREF ID="1">', again("x"), after="</COREF>"),
        "mentions": lambda: between(ONTONOTES, numbered('<COREF ID="{}">a</COREF>'), after="</TEXT></DOC>"),
        "open mentions": lambda: between(ONTONOTES, again('<COREF ID="1">')),
        "closing tags": lambda: between(ONTONOTES, again("</COREF>")),
        "documents": lambda: between(ONTONOTES, numbered('</TEXT><TEXT PARTNO="{}">')),
        "one name": lambda: between('<DOC DOCNO="', again("x"), after='"><TEXT PARTNO="0"></TEXT></DOC>'),
    }),
    "SACR": ("x.sacr", {
        "text on one line": lambda: between("{A ", again("x"), after="}"),
        "mentions": lambda: numbered("{a{} b}"),
        "open braces": lambda: again("{a "),
        "braces of text": lambda: again("{ "),
        "closing braces": lambda: again("}"),
        "properties": lambda: between("{a:b=c", again(",b=c"), after=" x}"),
        "a quote without end": lambda: between('{a:b="', again("{a:b= "), after="x}"),
        "lines that are no text": lambda: again("#title: {a b}\n"),
        "one name": lambda: between("{", again("x"), after=" y}"),
    }),
    "NAF": ("x.naf", {
        "text on one line": lambda: between("<NAF><raw>", again("x"), after="</raw></NAF>"),
        "words": lambda: between("<NAF><text>", numbered(NAF_WORD), after="</text></NAF>"),
        "terms": lambda: between(
            "<NAF><terms>", numbered('<term id="t{}"><span><target id="w1"/></span></term>'),
            after="</terms></NAF>"),
        "mentions": lambda: between(
            NAF_START, again('<span><target id="t1"/></span>'), after="</coref></coreferences></NAF>"),
        "chains": lambda: between(
            NAF_START, numbered('</coref><coref id="c{}"><span><target id="t1"/></span>'),
            after="</coref></coreferences></NAF>"),
        "targets of one mention": lambda: between(
            NAF_START + "<span>", again('<target id="t1"/>'), after="</span></coref></coreferences></NAF>"),
        "nested": lambda: between("<NAF>", again("<coref>")),
        "entity bomb": lambda: between(
            '<!DOCTYPE NAF [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><NAF>', again("&b;"),
            after="</NAF>"),
    }),
    "MMAX2": ("x_coref_level.xml", {
        "markables": lambda: between("<markables>", numbered(MARKABLE), after="</markables>"),
        "wide markables": lambda: between(
            "<markables>", numbered(MARKABLE.replace('"word_1"', '"word_1..word_20000"')),
            after="</markables>"),
        "words of one markable": lambda: between(
            '<markables><markable id="m" coref_class="a" span="', again("word_1,"), after='"/></markables>'),
        "ranges of one line": lambda: between(
            '<markables><markable id="m" coref_class="a" span="', again("word_1..word_20000,", 5_000_000),
            after='"/></markables>'),
        "pointers": lambda: between(
            "<markables>", numbered('<markable id="markable_{}" span="word_1" ref="markable_{}"/>'),
            after="</markables>"),
        "pointers of one markable": lambda: between(
            '<markables><markable id="m" span="word_1" ref="', again("m;"), after='"/></markables>'),
        "attributes": lambda: between("<markables><markable", numbered(' a{}=""'), after="/></markables>"),
        "entity bomb": lambda: between(
            '<!DOCTYPE markables [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><markables>', again("&b;"),
            after="</markables>"),
    }),
    "TCF": ("x.tcf", {
        "text on one line": lambda: between(TCF + "<text>", again("x"), after=f"</text>{TCF_END}"),
        "tokens": lambda: between(
            TCF + "<tokens>", numbered('<token ID="t{}">a</token>'), after=f"</tokens>{TCF_END}"),
        "sentences": lambda: between(
            TCF + "<sentences>", numbered('<sentence tokenIDs="t{}"/>'), after=f"</sentences>{TCF_END}"),
        "mentions": lambda: between(
            TCF_TOKEN, again('<reference tokenIDs="t1"/>'), after=f"</entity></references>{TCF_END}"),
        "chains": lambda: between(
            TCF_TOKEN, again('</entity><entity><reference tokenIDs="t1"/>'),
            after=f"</entity></references>{TCF_END}"),
        "tokens of one mention": lambda: between(
            TCF_TOKEN + '<reference tokenIDs="', again("t1 "), after=f'"/></entity></references>{TCF_END}'),
        "entity bomb": lambda: between(
            '<!DOCTYPE D-Spin [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>' + TCF, again("&b;"),
            after=TCF_END),
    }),
    "CoreNLP": ("x.xml", {
        "words": lambda: between(CORENLP, numbered(CORENLP_WORD), after=CORENLP_END),
        "one word on one line": lambda: between(
            CORENLP + "<token><word>", again("x"), after="</word></token>" + CORENLP_END),
        "mentions": lambda: between(
            CORENLP_CHAIN, again(CORENLP_MENTION), after="</coreference></coreference></document></root>"),
        "wide mentions": lambda: between(
            CORENLP_CHAIN, again(CORENLP_MENTION.replace("<end>2", "<end>999999999999999")),
            after="</coreference></coreference></document></root>"),
        "nested": lambda: between("<root><sentences/>", again("<coreference>")),
    }),
    "BookNLP": ("x.entities", {
        "mentions": lambda: between(BOOKNLP, again("1\t0\t1\tPROP\tPER\ta\n")),
        "chains": lambda: between(BOOKNLP, numbered("{}\t0\t1\tPROP\tPER\ta\n")),
        "words that are made up": lambda: between(BOOKNLP, again("1\t1000000\t1999999\tPROP\tPER\ta\n")),
        "one line": lambda: between(BOOKNLP, again("x")),
        "columns": lambda: between(BOOKNLP[:-1], again("\tcat", 900_000), ["\n"], again("1\t0\t1\n")),
    }),
    "CAT": ("x.xml", {
        "tokens": lambda: between(
            CAT, numbered('<token t_id="{}" sentence="0">a</token>'), after="</Document>"),
        "one word on one line": lambda: between(
            CAT + '<token t_id="2" sentence="0">', again("x"), after="</token></Document>"),
        "mentions": lambda: between(
            CAT + "<Markables>", numbered('<A m_id="{}"><token_anchor t_id="1"/></A>'),
            after="</Markables></Document>"),
        "tokens of one mention": lambda: between(
            CAT + '<Markables><A m_id="1">', again('<token_anchor t_id="1"/>'),
            after="</A></Markables></Document>"),
        "chains": lambda: between(
            CAT + '<Markables><A m_id="1"><token_anchor t_id="1"/></A></Markables><Relations>',
            numbered('<CROSS_DOC_COREF r_id="{}" note="n{}"><source m_id="1"/></CROSS_DOC_COREF>'),
            after="</Relations></Document>"),
        "sources of one chain": lambda: between(
            CAT + '<Markables><A m_id="1"><token_anchor t_id="1"/></A></Markables><Relations>'
            '<CROSS_DOC_COREF r_id="1">', again('<source m_id="1"/>'),
            after="</CROSS_DOC_COREF></Relations></Document>"),
    }),
}  # fmt: skip
"""Format -> the name of its file, and its bad files."""
