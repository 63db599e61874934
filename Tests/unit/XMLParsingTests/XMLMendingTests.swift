import Testing
import XMLParsing

@Suite("Faults that the XML reader mends") struct XMLMendingTests {
    @Test(
        "are mended in place, and the first one has its place",
        arguments: [
            XMLCase("none", "<?xml version='1.0'?><!DOCTYPE a><a b='&lt;'>&amp;<![CDATA[&]]></a>", "<a b=\"<\">&&</>"),
            XMLCase("an entity", "<a>é &euro;</a>", "1:6 <a>é €</>"),
            XMLCase("an ampersand", "<a>\n&&amp;</a>", "2:2 <a>\n&&</>"),
            XMLCase("an ampersand in a value", "<a><b c='x&y=1' d='&nbsp;'/></a>", "1:13 <a><b c=\"x&y=1\" d=\"\u{A0}\"></></>"),
            XMLCase("control characters", "<a>\u{1}x<\u{2}b/>\u{3}</a>", "1:4 <a>x<b></></>"),
            XMLCase("a control character between the characters of a line end", "<a>\r\u{1}\n</a>", "2:1 <a>\n</>"),
            XMLCase(
                "a control character in the declaration",
                bytes: Array("<?xml version='1.0' encoding\u{1}='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8), "1:29 <a>é</>"),
            XMLCase("a control character in an entity", "<a>&no\u{1}ne;</a>", "1:7 <a>&none;</>"),
            XMLCase("a document type", "<!DOCTYPE a PUBLIC 'x' 'y'><a/>", "1:1 <a></>"),
            XMLCase("a document type with a mark in its quotes", "<!DOCTYPE a PUBLIC 'x>[' \"y'>\"><a/>", "1:1 <a></>"),
            XMLCase("a document type without a name", "<!DOCTYPE><a/>", "1:10 <a></>"),
            XMLCase("a document type behind the root", "<a/><!DOCTYPE a>", "1:7 <a></>"),
            XMLCase("white space in front of the declaration, which is none", " \r\n<?xml version='1.0'?>\n<a>&</a>", "3:5 <a>&</>"),
        ])
    func mends(_ example: XMLCase) { example.check(mending: .all) }

    @Test(
        "are those that the caller names",
        arguments: [
            XMLCase("an entity", "<a>\u{1}&euro;</a>", "1:4: the entity \"euro\" is not defined; XML defines lt, gt, amp, apos and quot"),
            XMLCase(
                "white space", "\u{1} <?xml version='1.0'?><a/>",
                "1:2: expected an XML declaration at the start of the document alone, found <?xml"),
            XMLCase("control characters", "<a>\u{1}</a>", "1:4 <a></>"),
        ])
    func mendsSome(_ example: XMLCase) { example.check(mending: .controlCharacters) }

    @Test(
        "are not those that end the reading",
        arguments: [
            XMLCase(
                "declarations", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
                "1:1: a document type with declarations is refused; expected <!DOCTYPE name>"),
            XMLCase(
                "declarations behind an identifier", "<!DOCTYPE a PUBLIC 'x' 'y' []><a/>",
                "1:1: a document type with an external identifier is refused; expected <!DOCTYPE name>"),
            XMLCase("a number of no character", "<a>&#0;</a>", "1:4: &#0; stands for no character of XML"),
            XMLCase("an end tag", "<a>&</b>", "1:5: expected the end tag </a>, found </b>"),
        ])
    func ends(_ example: XMLCase) { example.check(mending: .all) }
}
