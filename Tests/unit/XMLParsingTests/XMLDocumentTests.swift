import Testing
import XMLParsing

@Suite("XML 1.0, chapter 2: documents") struct XMLDocumentTests {
    @Test(
        "2.1: one root element, properly nested",
        arguments: [
            XMLCase("an empty element", "<a/>", "<a></>"),
            XMLCase("an element with an end tag", "<a></a>", "<a></>"),
            XMLCase("nested elements", "<a><b><c/></b><b/></a>", "<a><b><c></></><b></></>"),
            XMLCase("white space around the root", " \n<a/>\t\n ", "<a></>"),
            XMLCase("nothing", "", "1:1: the document ends where the root element was expected"),
            XMLCase("white space alone", " \n ", "2:2: the document ends where the root element was expected"),
            XMLCase("text in front of the root", "x<a/>", "1:1: expected the root element, found \"x\""),
            XMLCase("text behind the root", "<a/>\nx", "2:1: expected the end of the document behind the root element, found \"x\""),
            XMLCase(
                "a reference behind the root", "<a/>&amp;", "1:5: expected the end of the document behind the root element, found \"&\""),
            XMLCase("two roots", "<a/><b/>", "1:5: expected the end of the document behind the root element, found <b"),
            XMLCase("an end tag alone", "</a>", "1:1: expected the root element, found the end tag </a>"),
            XMLCase(
                "an end tag too many", "<a/></a>", "1:5: expected the end of the document behind the root element, found the end tag </a>"),
            XMLCase("no end tag", "<a><b></b>", "1:11: the document ends where the end tag </a> was expected"),
            XMLCase("elements that overlap", "<a><b></a></b>", "1:7: expected the end tag </b>, found </a>"),
            XMLCase("an end tag in other letters", "<a></A>", "1:4: expected the end tag </a>, found </A>"),
            XMLCase("an end tag that begins alike", "<ab></a>", "1:5: expected the end tag </ab>, found </a>"),
        ])
    func documents(_ example: XMLCase) { example.check() }

    @Test(
        "2.2: characters",
        arguments: [
            XMLCase("tab and line feed", "<a>\t\n</a>", "<a>\t\n</>"),
            XMLCase("letters of two, three and four bytes", "<a>é€😀</a>", "<a>é€😀</>"),
            XMLCase("control characters from U+007F", "<a>\u{7F}\u{85}\u{9F}</a>", "<a>\u{7F}\u{85}\u{9F}</>"),
            XMLCase("the last characters of the planes but the first", "<a>\u{1FFFF}\u{10FFFF}</a>", "<a>\u{1FFFF}\u{10FFFF}</>"),
            XMLCase("U+FFFD, which is no fault", "<a>\u{FFFD}</a>", "<a>\u{FFFD}</>"),
            XMLCase("U+FFEE", "<a>\u{FFEE}\u{FEFF}</a>", "<a>\u{FFEE}\u{FEFF}</>"),
            XMLCase("U+0000", "<a>\u{0}</a>", "1:4: U+0000 is no character of XML"),
            XMLCase("U+0001", "<a>é\u{1}</a>", "1:5: U+0001 is no character of XML"),
            XMLCase("a form feed", "<a>\n\u{C}</a>", "2:1: U+000C is no character of XML"),
            XMLCase("a vertical tab in a tag", "<a\u{B}/>", "1:3: U+000B is no character of XML"),
            XMLCase("U+001F in a comment", "<a><!--\u{1F}--></a>", "1:8: U+001F is no character of XML"),
            XMLCase("U+001B in an attribute", "<a b='\u{1B}'/>", "1:7: U+001B is no character of XML"),
            XMLCase("U+FFFE", "<a>\u{FFFE}</a>", "1:4: U+FFFE is no character of XML"),
            XMLCase("U+FFFF in a CDATA section", "<a><![CDATA[\u{FFFF}]]></a>", "1:13: U+FFFF is no character of XML"),
            XMLCase("a fault of the grammar in front of it comes first", "<a><\u{1}", "1:5: U+0001 is no character of XML"),
            XMLCase("a wrong tag in front of it comes first", "<a></b>\u{1}", "1:4: expected the end tag </a>, found </b>"),
        ])
    func characters(_ example: XMLCase) { example.check() }

    @Test(
        "2.3: names",
        arguments: [
            XMLCase("letters, digits and marks", "<_a-1.b/>", "<_a-1.b></>"),
            XMLCase("letters beyond ASCII", "<été/>", "<été></>"),
            XMLCase("Chinese letters", "<文字 名='1'/>", "<文字 名=\"1\"></>"),
            XMLCase("letters of the fifth edition", "<\u{10000}\u{1F600}/>", "<\u{10000}\u{1F600}></>"),
            XMLCase("a middle dot", "<a·b/>", "<a·b></>"),
            XMLCase("a combining accent inside", "<e\u{301}/>", "<e\u{301}></>"),
            XMLCase("a zero width joiner", "<a\u{200D}b/>", "<a\u{200D}b></>"),
            XMLCase("a digit first", "<1a/>", "1:2: expected the name of an element, found \"1\""),
            XMLCase("a hyphen first", "<-a/>", "1:2: expected the name of an element, found \"-\""),
            XMLCase("a full stop first", "<.a/>", "1:2: expected the name of an element, found \".\""),
            XMLCase("a combining accent first", "<\u{301}a/>", "1:2: expected the name of an element, found \"\u{301}\""),
            XMLCase("a middle dot first", "<·a/>", "1:2: expected the name of an element, found \"·\""),
            XMLCase("a multiplication sign", "<a×b/>", "1:3: expected an attribute, \"/>\" or \">\", found \"×\""),
            XMLCase("a space first", "< a/>", "1:2: expected the name of an element, found a space"),
            XMLCase("no name", "<>", "1:2: expected the name of an element, found \">\""),
            XMLCase("a Greek question mark", "<a\u{37E}/>", "1:3: expected an attribute, \"/>\" or \">\", found \"\u{37E}\""),
            XMLCase("composed and decomposed letters differ", "<é></e\u{301}>", "1:4: expected the end tag </é>, found </e\u{301}>"),
        ])
    func names(_ example: XMLCase) { example.check() }

    @Test(
        "2.4: text",
        arguments: [
            XMLCase("a greater-than sign", "<a>1 > 0</a>", "<a>1 > 0</>"),
            XMLCase("quotation marks", "<a>\"'</a>", "<a>\"'</>"),
            XMLCase("square brackets", "<a>] ]] ]> x]</a>", "<a>] ]] ]> x]</>"),
            XMLCase("the end of a CDATA section", "<a>x]]></a>", "1:5: expected \"]]&gt;\" in a text, found \"]]>\""),
            XMLCase("a third bracket in front of it", "<a>]]]></a>", "1:5: expected \"]]&gt;\" in a text, found \"]]>\""),
            XMLCase("the end of a CDATA section with a reference", "<a>]]&gt;</a>", "<a>]]></>"),
            XMLCase("a bracket at the end of the input", "<a>]]", "1:6: the document ends where the end tag </a> was expected"),
            XMLCase(
                "an ampersand alone", "<a>R & D</a>",
                "1:7: expected a name or \"#\" behind \"&\"; write &amp; for the character itself, found a space"),
            XMLCase("a less-than sign alone", "<a>1 < 2</a>", "1:7: expected the name of an element, found a space"),
        ])
    func text(_ example: XMLCase) { example.check() }

    @Test(
        "2.5: comments",
        arguments: [
            XMLCase("in front of, in and behind the root", "<!-- 1 --><a>x<!--2-->y</a><!---->", "<a>xy</>"),
            XMLCase("with markup", "<a><!-- <b> & ]]> - -> --></a>", "<a></>"),
            XMLCase("a hyphen at its start", "<a><!--- x --></a>", "<a></>"),
            XMLCase("two hyphens", "<a><!-- x -- y --></a>", "1:11: expected \"-->\", found \"--\" in a comment"),
            XMLCase("three hyphens at its end", "<a><!-- x ---></a>", "1:11: expected \"-->\", found \"--\" in a comment"),
            XMLCase("no end", "<a><!-- x", "1:10: the document ends where the end of a comment, \"-->\", was expected"),
            XMLCase("an end that is cut", "<a><!-- x --", "1:13: the document ends where the end of a comment, \"-->\", was expected"),
            XMLCase("one hyphen at its start", "<a><!- x --></a>", "1:7: expected \"<!--\" or \"<![CDATA[\", found a space"),
            XMLCase("inside of a tag", "<a <!-- x -->/>", "1:4: expected an attribute, \"/>\" or \">\", found \"<\""),
        ])
    func comments(_ example: XMLCase) { example.check() }

    @Test(
        "2.6: processing instructions",
        arguments: [
            XMLCase("everywhere", "<?a?><b><?c d=\"?\" ? > ?></b><?e ??>", "<b></>"),
            XMLCase("a name that begins with xml", "<?xml-stylesheet href='a.css'?><a/>", "<a></>"),
            XMLCase("no name", "<a><? x?></a>", "1:6: expected the name of a processing instruction, found a space"),
            XMLCase(
                "a colon in the name", "<a><?p:q?></a>", "1:6: expected a processing instruction without a colon in its name, found \":\""),
            XMLCase("the name XML", "<a><?XML x?></a>", "1:4: expected an XML declaration at the start of the document alone, found <?XML"),
            XMLCase(
                "no space behind the name", "<a><?b+c?></a>",
                "1:7: expected white space or \"?>\" behind the name of a processing instruction, found \"+\""),
            XMLCase("no end", "<a><?b c>", "1:10: the document ends where the end of a processing instruction, \"?>\", was expected"),
        ])
    func instructions(_ example: XMLCase) { example.check() }

    @Test(
        "2.7: CDATA sections",
        arguments: [
            XMLCase("with markup", "<a><![CDATA[<b> & &amp; <!-- -->]]></a>", "<a><b> & &amp; <!-- --></>"),
            XMLCase("empty", "<a><![CDATA[]]></a>", "<a></>"),
            XMLCase("brackets", "<a><![CDATA[ ] ]] ]> []]]]></a>", "<a> ] ]] ]> []]</>"),
            XMLCase("two, one behind the other", "<a><![CDATA[]]]]><![CDATA[>]]></a>", "<a>]]></>"),
            XMLCase("no nesting", "<a><![CDATA[<![CDATA[x]]>y</a>", "<a><![CDATA[xy</>"),
            XMLCase("in small letters", "<a><![cdata[x]]></a>", "1:7: expected \"<!--\" or \"<![CDATA[\", found \"c\""),
            XMLCase("a space in it", "<a><![CDATA [x]]></a>", "1:12: expected \"<!--\" or \"<![CDATA[\", found a space"),
            XMLCase("outside of the root", "<![CDATA[x]]><a/>", "1:3: expected \"<!--\" or \"<!DOCTYPE\", found \"[\""),
            XMLCase("behind the root", "<a/><![CDATA[x]]>", "1:7: expected \"<!--\", found \"[\""),
            XMLCase("no end", "<a><![CDATA[x]]", "1:16: the document ends where the end of a CDATA section, \"]]>\", was expected"),
        ])
    func characterData(_ example: XMLCase) { example.check() }

    @Test(
        "2.8: prolog and document type",
        arguments: [
            XMLCase("a declaration", "<?xml version=\"1.0\"?><a/>", "<a></>"),
            XMLCase("a declaration with everything", "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<a/>", "<a></>"),
            XMLCase("a later version, which the fifth edition allows", "<?xml version='1.7'?><a/>", "<a></>"),
            XMLCase("spaces around the equals sign", "<?xml\n version = '1.0'\tencoding\n=\n\"utf-8\"?><a/>", "<a></>"),
            XMLCase("version 2.0", "<?xml version='2.0'?><a/>", "1:16: expected version 1.0 of XML, found version \"2.0\""),
            XMLCase("version 1.", "<?xml version='1.'?><a/>", "1:16: expected version 1.0 of XML, found version \"1.\""),
            XMLCase("no version", "<?xml encoding='UTF-8'?><a/>", "1:6: expected version=\"1.0\" in the XML declaration, found a space"),
            XMLCase("no quotation marks", "<?xml version=1.0?><a/>", "1:15: expected a value in quotation marks, found \"1\""),
            XMLCase("two kinds of quotation marks", "<?xml version='1.0\"?><a/>", "1:22: expected a quotation mark, found \"<\""),
            XMLCase(
                "the wrong order", "<?xml version='1.0' standalone='no' encoding='UTF-8'?><a/>",
                "1:37: expected \"?>\" at the end of the XML declaration, found \"e\""),
            XMLCase(
                "standalone maybe", "<?xml version='1.0' standalone='maybe'?><a/>",
                "1:33: expected yes or no behind standalone, found \"maybe\""),
            XMLCase(
                "no space between the parts", "<?xml version='1.0'encoding='UTF-8'?><a/>",
                "1:20: expected \"?>\" at the end of the XML declaration, found \"e\""),
            XMLCase(
                "white space in front of it", " <?xml version='1.0'?><a/>",
                "1:2: expected an XML declaration at the start of the document alone, found <?xml"),
            XMLCase(
                "two declarations", "<?xml version='1.0'?><?xml version='1.0'?><a/>",
                "1:22: expected an XML declaration at the start of the document alone, found <?xml"),
            XMLCase("a declaration alone", "<?xml version='1.0'?>", "1:22: the document ends where the root element was expected"),
            XMLCase("a declaration that is cut", "<?xml version='1.0'", "1:20: the document ends where \"?>\" was expected"),
            XMLCase("a bare document type", "<!DOCTYPE html><html/>", "<html></>"),
            XMLCase("a bare document type with spaces", "<?xml version='1.0'?><!DOCTYPE\nsvg >\n<svg/>", "<svg></>"),
            XMLCase("no name in it", "<!DOCTYPE><a/>", "1:10: expected white space behind <!DOCTYPE, found \">\""),
            XMLCase("small letters", "<!doctype a><a/>", "1:3: expected \"<!--\" or \"<!DOCTYPE\", found \"d\""),
            XMLCase("two document types", "<!DOCTYPE a><!DOCTYPE a><a/>", "1:15: expected \"<!--\" or \"<!DOCTYPE\", found \"D\""),
            XMLCase("behind the root", "<a/><!DOCTYPE a>", "1:7: expected \"<!--\", found \"D\""),
            XMLCase("in the root", "<a><!DOCTYPE a></a>", "1:6: expected \"<!--\" or \"<![CDATA[\", found \"D\""),
            XMLCase("no space behind its first word", "<!DOCTYPEa><a/>", "1:10: expected white space behind <!DOCTYPE, found \"a\""),
        ])
    func prolog(_ example: XMLCase) { example.check() }

    @Test(
        "2.11: line ends",
        arguments: [
            XMLCase("CR LF", "<a>1\r\n2</a>", "<a>1\n2</>"),
            XMLCase("CR", "<a>1\r2</a>", "<a>1\n2</>"),
            XMLCase("CR CR LF LF", "<a>\r\r\n\n</a>", "<a>\n\n\n</>"),
            XMLCase("in a CDATA section", "<a><![CDATA[\r\n\r]]></a>", "<a>\n\n</>"),
            XMLCase("in a tag", "<a\r\nb='1'\r/>", "<a b=\"1\"></>"),
            XMLCase("a reference is kept", "<a>&#13;&#xD;\r\n</a>", "<a>\r\r\n</>"),
            XMLCase("each is one line of an error", "<a>\r\n\r\n</b>", "3:1: expected the end tag </a>, found </b>"),
            XMLCase("columns count characters", "<a>é😀</b>", "1:6: expected the end tag </a>, found </b>"),
        ])
    func lineEnds(_ example: XMLCase) { example.check() }
}
