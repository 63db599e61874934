import Testing
import XMLParsing

@Suite("Namespaces in XML 1.0") struct XMLNamespaceTests {
    @Test(
        "names and namespaces",
        arguments: [
            XMLCase("3: a prefix", "<p:a xmlns:p='u'/>", "<p:{u}a></>"),
            XMLCase("3: a prefix that is declared behind its use", "<p:a p:b='1' xmlns:p='u'/>", "<p:{u}a p:{u}b=\"1\"></>"),
            XMLCase("3: the prefix xml", "<a xml:lang='de'/>", "<a xml:{http://www.w3.org/XML/1998/namespace}lang=\"de\"></>"),
            XMLCase(
                "3: xml as it is", "<xml:a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
                "<xml:{http://www.w3.org/XML/1998/namespace}a></>"),
            XMLCase(
                "3: xml with another namespace", "<a xmlns:xml='u'/>",
                "1:4: the prefix \"xml\" stands for http://www.w3.org/XML/1998/namespace alone"),
            XMLCase(
                "3: the namespace of xml with another prefix", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
                "1:4: http://www.w3.org/XML/1998/namespace is the namespace of the prefix \"xml\" alone"),
            XMLCase("3: the prefix xmlns", "<a xmlns:xmlns='u'/>", "1:4: the prefix \"xmlns\" cannot be declared"),
            XMLCase(
                "3: the namespace of xmlns", "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
                "1:4: http://www.w3.org/2000/xmlns/ cannot be declared"),
            XMLCase(
                "3: an element with the prefix xmlns", "<xmlns:a/>",
                "1:2: the prefix \"xmlns\" is not declared; expected an attribute xmlns:xmlns"),
            XMLCase("4: a colon first", "<:a/>", "1:2: expected a name with at most one colon, and a name on both sides, found \":a\""),
            XMLCase("4: a colon last", "<a:/>", "1:2: expected a name with at most one colon, and a name on both sides, found \"a:\""),
            XMLCase("4: two colons", "<a:b:c/>", "1:2: expected a name with at most one colon, and a name on both sides, found \"a:b:c\""),
            XMLCase(
                "4: a digit behind the colon", "<a:1/>",
                "1:2: expected a name with at most one colon, and a name on both sides, found \"a:1\""),
            XMLCase(
                "4: two colons in an attribute", "<a b:c:d=''/>",
                "1:4: expected a name with at most one colon, and a name on both sides, found \"b:c:d\""),
            XMLCase("5: a prefix that is not declared", "<p:a/>", "1:2: the prefix \"p\" is not declared; expected an attribute xmlns:p"),
            XMLCase(
                "5: an attribute's prefix that is not declared", "<a p:b=''/>",
                "1:4: the prefix \"p\" is not declared; expected an attribute xmlns:p"),
            XMLCase(
                "5: a prefix that ended", "<a><b xmlns:p='u'/><p:c/></a>",
                "1:21: the prefix \"p\" is not declared; expected an attribute xmlns:p"),
            XMLCase("5: an empty namespace of a prefix", "<a xmlns:p=''/>", "1:4: the prefix \"p\" cannot stand for an empty namespace"),
            XMLCase("6.1: a prefix in children", "<a xmlns:p='u'><b><p:c/></b></a>", "<a><b><p:{u}c></></></>"),
            XMLCase(
                "6.1: a prefix that is declared anew", "<p:a xmlns:p='u'><p:b xmlns:p='v'><p:c/></p:b><p:d/></p:a>",
                "<p:{u}a><p:{v}b><p:{v}c></></><p:{u}d></></>"),
            XMLCase("6.2: a default namespace", "<a xmlns='u' b='1'><c/></a>", "<{u}a b=\"1\"><{u}c></></>"),
            XMLCase(
                "6.2: a default namespace that is taken back", "<a xmlns='u'><b xmlns=''><c/></b><d/></a>", "<{u}a><b><c></></><{u}d></></>"
            ),
            XMLCase(
                "6.3: two prefixes of one namespace", "<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>",
                "1:35: the attribute \"q:b\" stands twice in one tag"),
            XMLCase("6.3: one name in two namespaces", "<a xmlns:p='u' xmlns='u' p:b='1' b='2'/>", "<{u}a p:{u}b=\"1\" b=\"2\"></>"),
            XMLCase("6.3: a declaration twice", "<a xmlns:p='u' xmlns:p='v'/>", "1:16: the attribute \"xmlns:p\" stands twice in one tag"),
            XMLCase(
                "an end tag with another prefix", "<p:a xmlns:p='u' xmlns:q='u'></q:a>", "1:30: expected the end tag </p:a>, found </q:a>"),
            XMLCase(
                "prefixes that look alike differ", "<a xmlns:é='u' e\u{301}:b=''/>",
                "1:16: the prefix \"e\u{301}\" is not declared; expected an attribute xmlns:e\u{301}"),
        ])
    func namespaces(_ example: XMLCase) { example.check() }
}
