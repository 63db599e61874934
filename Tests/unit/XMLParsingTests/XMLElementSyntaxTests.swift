import HTMLParsing
import Testing
import XMLParsing

@Suite("XML 1.0, chapters 3 and 4: tags, references, encodings") struct XMLElementSyntaxTests {
    @Test(
        "3.1: tags",
        arguments: [
            XMLCase("white space in tags", "<a  b = '1'\n\tc=\"2\" ></a\n>", "<a b=\"1\" c=\"2\"></>"),
            XMLCase("a space in front of the slash", "<a b='1' />", "<a b=\"1\"></>"),
            XMLCase("the other quotation mark in a value", "<a b='\"' c=\"'\"/>", "<a b=\"\"\" c=\"'\"></>"),
            XMLCase("a greater-than sign in a value", "<a b='>'/>", "<a b=\">\"></>"),
            XMLCase("an empty value", "<a b=''/>", "<a b=\"\"></>"),
            XMLCase("an attribute twice", "<a b='1' b='2'/>", "1:10: the attribute \"b\" stands twice in one tag"),
            XMLCase("attributes in other letters", "<a b='1' B='2'/>", "<a b=\"1\" B=\"2\"></>"),
            XMLCase("no value", "<a b/>", "1:5: expected \"=\" behind the name of an attribute, found \"/\""),
            XMLCase("no quotation marks", "<a b=1/>", "1:6: expected a value in quotation marks, found \"1\""),
            XMLCase(
                "a less-than sign in a value", "<a b='<'/>",
                "1:7: expected a quotation mark, or &lt; in the value of an attribute, found \"<\""),
            XMLCase("no space between attributes", "<a b='1'c='2'/>", "1:9: expected white space in front of an attribute, found \"c\""),
            XMLCase("a space behind the slash", "<a / >", "1:5: expected \"/>\", found a space"),
            XMLCase("a space in front of the name", "<a>< /a>", "1:5: expected the name of an element, found a space"),
            XMLCase("a space behind the slash of an end tag", "<a></ a>", "1:6: expected the name of an element, found a space"),
            XMLCase("an attribute in an end tag", "<a></a b='1'>", "1:8: expected \">\" at the end of an end tag, found \"b\""),
            XMLCase("a slash at the end of an end tag", "<a></a/>", "1:7: expected \">\" at the end of an end tag, found \"/\""),
            XMLCase("no end of a value", "<a b='1/>", "1:10: the document ends where the quotation mark that ends a value was expected"),
            XMLCase("no end of a tag", "<a b='1'", "1:9: the document ends where an attribute, \"/>\" or \">\" was expected"),
            XMLCase("a tag in a tag", "<a <b/>", "1:4: expected an attribute, \"/>\" or \">\", found \"<\""),
            XMLCase("a less-than sign at the end", "<a><", "1:5: the document ends where a name, \"/\", \"!\" or \"?\" was expected"),
            XMLCase("a quotation mark too many", "<a b='1''/>", "1:9: expected an attribute, \"/>\" or \">\", found \"'\""),
        ])
    func tags(_ example: XMLCase) { example.check() }

    @Test(
        "3.3.3: values of attributes",
        arguments: [
            XMLCase("line breaks and tabs are spaces", "<a b='1\t2\n3\r\n4'/>", "<a b=\"1 2 3 4\"></>"),
            XMLCase("references to them are kept", "<a b='&#9;&#10;&#13;'/>", "<a b=\"\t\n\r\"></>"),
            XMLCase("spaces at the ends are kept", "<a b='  1  '/>", "<a b=\"  1  \"></>"),
            XMLCase("references are replaced once", "<a b='&amp;lt;&lt;&gt;&quot;&apos;'/>", "<a b=\"&lt;<>\"'\"></>"),
            XMLCase("letters beyond ASCII", "<a b='é&#233;😀'/>", "<a b=\"éé😀\"></>"),
            XMLCase(
                "an ampersand alone", "<a b='?a=1&b=2'/>",
                "1:13: expected \";\" behind a reference; write &amp; for \"&\" itself, found \"=\""),
        ])
    func values(_ example: XMLCase) { example.check() }

    @Test(
        "4.1: references",
        arguments: [
            XMLCase("the five entities", "<a>&lt;&gt;&amp;&apos;&quot;</a>", "<a><>&'\"</>"),
            XMLCase("are no markup", "<a>&lt;b/&gt;</a>", "<a><b/></>"),
            XMLCase("are not read twice", "<a>&#38;lt;&amp;amp;</a>", "<a>&lt;&amp;</>"),
            XMLCase("a decimal number", "<a>&#8364;</a>", "<a>€</>"),
            XMLCase("a hexadecimal number", "<a>&#x20aC;</a>", "<a>€</>"),
            XMLCase("zeros in front", "<a>&#00000000000000000065;</a>", "<a>A</>"),
            XMLCase("a character of another plane", "<a>&#x1F600;&#x10FFFF;</a>", "<a>😀\u{10FFFF}</>"),
            XMLCase(
                "an entity of HTML", "<a>&nbsp;</a>", "1:4: the entity \"nbsp\" is not defined; XML defines lt, gt, amp, apos and quot"),
            XMLCase(
                "an entity in other letters", "<a>&LT;</a>", "1:4: the entity \"LT\" is not defined; XML defines lt, gt, amp, apos and quot"
            ),
            XMLCase("no semicolon", "<a>&lt</a>", "1:7: expected \";\" behind a reference; write &amp; for \"&\" itself, found \"<\""),
            XMLCase(
                "no name", "<a>&;</a>", "1:5: expected a name or \"#\" behind \"&\"; write &amp; for the character itself, found \";\""),
            XMLCase("no digits", "<a>&#;</a>", "1:6: expected a digit, found \";\""),
            XMLCase("no hexadecimal digits", "<a>&#x;</a>", "1:7: expected a hexadecimal digit, found \";\""),
            XMLCase("a capital X", "<a>&#X41;</a>", "1:6: expected a digit, found \"X\""),
            XMLCase("a letter in a decimal number", "<a>&#6A;</a>", "1:7: expected a digit or \";\", found \"A\""),
            XMLCase("a fullwidth digit", "<a>&#６;</a>", "1:6: expected a digit, found \"６\""),
            XMLCase("U+0000", "<a>&#0;</a>", "1:4: &#0; stands for no character of XML"),
            XMLCase("U+0008", "<a>&#x8;</a>", "1:4: &#x8; stands for no character of XML"),
            XMLCase("half of a surrogate pair", "<a>&#xD83D;&#xDE00;</a>", "1:4: &#xD83D; stands for no character of XML"),
            XMLCase("U+FFFE", "<a>&#xFFFE;</a>", "1:4: &#xFFFE; stands for no character of XML"),
            XMLCase("a number beyond Unicode", "<a>&#x110000;</a>", "1:4: &#x110000; stands for no character of XML"),
            XMLCase("a number beyond 64 bits", "<a>&#x10000000000000041;</a>", "1:4: &#x10000000000000041; stands for no character of XML"),
            XMLCase("an end in a reference", "<a>&am", "1:7: the document ends where the end of a name was expected"),
            XMLCase("a reference outside of the root", "&lt;<a/>", "1:1: expected the root element, found \"&\""),
            XMLCase("a reference as a name", "<&#97;/>", "1:2: expected the name of an element, found \"&\""),
        ])
    func references(_ example: XMLCase) { example.check() }

    @Test(
        "4.2: entities and document types with declarations are refused",
        arguments: [
            XMLCase(
                "a billion laughs", "<!DOCTYPE a [<!ENTITY b \"ha\"><!ENTITY c \"&b;&b;&b;\">]><a>&c;</a>",
                "1:1: a document type with declarations is refused; expected <!DOCTYPE name>"),
            XMLCase(
                "quadratic growth", "<?xml version='1.0'?>\n<!DOCTYPE a [ <!ENTITY b \"xxxxxxxxxxxxxxxxxxxxxxxxx\"> ]><a>&b;&b;</a>",
                "2:1: a document type with declarations is refused; expected <!DOCTYPE name>"),
            XMLCase(
                "a parameter entity", "<!DOCTYPE a[%b;]><a/>",
                "1:1: a document type with declarations is refused; expected <!DOCTYPE name>"),
            XMLCase(
                "an external entity", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
                "1:1: a document type with declarations is refused; expected <!DOCTYPE name>"),
            XMLCase(
                "an external subset", "<!DOCTYPE a SYSTEM \"http://example.org/a.dtd\"><a/>",
                "1:1: a document type with an external identifier is refused; expected <!DOCTYPE name>"),
            XMLCase(
                "a public identifier", "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"xhtml1-strict.dtd\"><html/>",
                "1:1: a document type with an external identifier is refused; expected <!DOCTYPE name>"),
            XMLCase(
                "an entity without a declaration", "<!DOCTYPE a><a>&b;</a>",
                "1:16: the entity \"b\" is not defined; XML defines lt, gt, amp, apos and quot"),
            XMLCase("a declaration in the root", "<a><!ENTITY b 'c'></a>", "1:6: expected \"<!--\" or \"<![CDATA[\", found \"E\""),
            XMLCase("a conditional section", "<a><![INCLUDE[b]]></a>", "1:7: expected \"<!--\" or \"<![CDATA[\", found \"I\""),
        ])
    func entities(_ example: XMLCase) { example.check() }

    @Test(
        "4.3.3: encodings",
        arguments: [
            XMLCase("UTF-8 with a byte order mark", "\u{FEFF}<a>é</a>", "<a>é</>"),
            XMLCase(
                "a mark of UTF-8 has precedence over the declaration", "\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>",
                "<a>é</>"),
            XMLCase(
                "UTF-16 with a mark, big-endian",
                bytes: wide("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><a>é😀</a>", isBigEndian: true), "<a>é😀</>"),
            XMLCase("UTF-16 with a mark, little-endian", bytes: wide("\u{FEFF}<a>é😀</a>", isBigEndian: false), "<a>é😀</>"),
            XMLCase(
                "UTF-16 without a mark", bytes: wide("<?xml version='1.0' encoding='UTF-16BE'?><a>é</a>", isBigEndian: true), "<a>é</>"),
            XMLCase("UTF-16 without mark and declaration", bytes: wide("<a>é</a>", isBigEndian: false), "<a>é</>"),
            XMLCase("ISO-8859-1", bytes: latin("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{E9}\u{FC}</a>"), "<a>éü</>"),
            XMLCase("windows-1252", bytes: latin("<?xml version='1.0' encoding=\"windows-1252\"?><a>\u{80}\u{93}</a>"), "<a>€“</>"),
            XMLCase("windows-1251", bytes: latin("<?xml version='1.0' encoding='windows-1251'?><a>\u{C4}\u{E0}</a>"), "<a>Да</>"),
            XMLCase("Shift_JIS", bytes: latin("<?xml version='1.0' encoding='Shift_JIS'?><a>\u{93}\u{FA}</a>"), "<a>日</>"),
            XMLCase("US-ASCII", "<?xml version='1.0' encoding='us-ascii'?><a>x</a>", "<a>x</>"),
            XMLCase(
                "an unknown encoding", "<?xml version='1.0' encoding='x-klingon'?><a/>", "1:31: the encoding x-klingon is not known"),
            XMLCase("an empty name", "<?xml version='1.0' encoding=''?><a/>", "1:31: expected the name of an encoding, found \"\""),
            XMLCase(
                "a declaration of UTF-16 in UTF-8", "<?xml version='1.0' encoding='UTF-16'?><a/>",
                "1:31: the document declares the encoding UTF-16, but its bytes are not UTF-16"),
            XMLCase(
                "a declaration of UTF-8 in UTF-16", bytes: wide("<?xml version='1.0' encoding='UTF-8'?><a/>", isBigEndian: true),
                "1:31: the document declares the encoding UTF-8, but its bytes are UTF-16"),
            XMLCase("UTF-32", bytes: [0, 0, 0, 0x3C, 0, 0, 0, 0x61], "1:1: the encoding UTF-32 is not known"),
            XMLCase("EBCDIC", bytes: [0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40], "1:1: the encoding EBCDIC is not known"),
            XMLCase(
                "a byte that is not UTF-8", bytes: latin("<a>x\u{E9}</a>"), "1:5: expected UTF-8, found bytes that are no character of it"),
            XMLCase(
                "an overlong form", bytes: latin("<a>\u{C0}\u{AF}</a>"), "1:4: expected UTF-8, found bytes that are no character of it"),
            XMLCase(
                "half of a surrogate pair in UTF-8", bytes: latin("<a>\u{ED}\u{A0}\u{80}</a>"),
                "1:4: expected UTF-8, found bytes that are no character of it"),
            XMLCase(
                "a character that is cut", bytes: latin("<a>\u{E2}\u{82}"), "1:4: expected UTF-8, found bytes that are no character of it"),
            XMLCase(
                "a fault behind U+FFFD", bytes: Array("<a>\u{FFFD}".utf8) + latin("\u{FF}</a>"),
                "1:5: expected UTF-8, found bytes that are no character of it"),
            XMLCase(
                "a fault behind a mark", bytes: Array("\u{FEFF}<a>é".utf8) + latin("\u{FF}</a>"),
                "1:5: expected UTF-8, found bytes that are no character of it"),
            XMLCase(
                "half of a pair in UTF-16", bytes: wide("\u{FEFF}<a>", isBigEndian: true) + [0xD8, 0x3D, 0, 0x3C],
                "1:4: expected UTF-16BE, found bytes that are no character of it"),
        ])
    func encodings(_ example: XMLCase) { example.check() }

    @Test("4.3.3: the encoding of the transport has precedence over the declaration, and a mark over both") func transport() {
        let declared = latin("<?xml version='1.0' encoding='UTF-8'?><a>\u{E9}</a>")
        XMLCase("the transport", bytes: declared, "<a>é</>").check(encoding: .windows1252)
        XMLCase("a mark", "\u{FEFF}<a>é</a>", "<a>é</>").check(encoding: .windows1252)
    }
}

/// The characters of a text as single bytes.
private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

/// A text in UTF-16.
private func wide(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
    }
}
