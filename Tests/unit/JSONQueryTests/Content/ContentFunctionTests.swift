import JSONParsing
import JSONQuery
import Testing

@Suite("Functions for content") struct ContentFunctionTests {
    @Test("have examples that are true") func documented() throws {
        #expect(!QueryFunctions.builtIn.isEmpty)
        for function in QueryFunctions.builtIn {
            #expect(!function.help.isEmpty && !function.examples.isEmpty, "\(function.signature)")
            for example in function.examples {
                #expect(try Query(example.program).all(.null).map(\.compactText) == [example.output], "\(example.program)")
            }
        }
    }

    static let words: [QueryExample] = [
        .init("punctuation separates", "words", of: #""One, two — three (four)!""#, gives: #"["One","two","three","four"]"#),
        .init("apostrophes and hyphens join", "words", of: #""it's a well-known ’tis""#, gives: #"["it's","a","well-known","tis"]"#),
        .init("dots join digits only", "words", of: #""v1.5 at 3,000.50. End.of""#, gives: #"["v1.5","at","3,000.50","End","of"]"#),
        .init("marks belong to their letters", "words", of: #""cafe\u0301 नमस्ते دنیا""#, gives: "[\"cafe\u{301}\",\"नमस्ते\",\"دنیا\"]"),
        .init("nothing", "words", of: #"" … \u0000 🎉 ""#, gives: "[]"),
        .init("a number", "words", of: "1", fails: "words input must be a string, not number (1)"),
    ]

    static let csv: [QueryExample] = [
        .init("rows and cells", "from_csv", of: #""a,b\r\nc,d\r\n""#, gives: #"[["a","b"],["c","d"]]"#),
        .init("without a last line end", "from_csv", of: #""a,b\nc,d""#, gives: #"[["a","b"],["c","d"]]"#),
        .init("old line ends", "from_csv", of: #""a\rb\r""#, gives: #"[["a"],["b"]]"#),
        .init("quotation marks", "from_csv", of: #""\"a\"\"b\",\"c\r\nd\",\"\"\n""#, gives: #"[["a\"b","c\r\nd",""]]"#),
        .init("quotation marks inside a cell", "from_csv", of: #""a\"b\",c""#, gives: #"[["a\"b\"","c"]]"#),
        .init("empty cells", "from_csv", of: #"",\n,,\"\"""#, gives: #"[[null,null],[null,null,""]]"#),
        .init("empty lines", "from_csv", of: #""\n\na\n\r\nb\n\n""#, gives: #"[["a"],["b"]]"#),
        .init("spaces stay", "from_csv", of: #"" a , b ""#, gives: #"[[" a "," b "]]"#),
        .init("a byte order mark", "from_csv", of: #""\ufeffa,b""#, gives: #"[["a","b"]]"#),
        .init("nothing", "from_csv", of: #""""#, gives: "[]"),
        .init("other scripts", "from_csv", of: #""ä,日本\n""#, gives: #"[["ä","日本"]]"#),
        .init(
            "a cell with text behind its end", "from_csv", of: #""a\n\"b\"c""#,
            fails: "from_csv: line 2: text follows the quotation mark that ends a cell"),
        .init("a cell without an end", "from_csv", of: #""a\n\"b\nc""#, fails: "from_csv: line 2: a quotation mark has no end"),
        .init(
            "a header", "from_csv({headers: true})", of: #""id,name\n1,Ann\n2,\n""#,
            gives: #"[{"id":"1","name":"Ann"},{"id":"2","name":null}]"#),
        .init("a header alone", "from_csv({headers: true})", of: #""id,name\n""#, gives: "[]"),
        .init(
            "a short row", "from_csv({headers: true})", of: #""id,name\n\n1\n""#, fails: "from_csv: line 3 has 1 cells, and the header 2"),
        .init("a name twice", "from_csv({headers: true})", of: #""id,id\n""#, fails: #"from_csv: the header has "id" twice"#),
        .init("another delimiter", #"from_csv({delimiter: "\t"})"#, of: #""a\tb,c""#, gives: #"[["a","b,c"]]"#),
        .init(
            "a wrong delimiter", #"from_csv({delimiter: "ab"})"#, of: #""a""#,
            fails: #"from_csv: delimiter must be one ASCII character, not string ("ab")"#),
        .init(
            "what @csv writes", #"([["a,b", "c\"d", "", null, "e\nf"]] | .[] | @csv) | from_csv"#,
            gives: #"[["a,b","c\"d","",null,"e\nf"]]"#),
        .init(
            "an unknown option", #"from_csv({header: true})"#, of: #""a""#,
            fails: #"from_csv has no option "header"; did you mean "headers"?"#),
    ]

    static let urls: [QueryExample] = [
        .init(
            "all parts", "[url[]]", of: #""HTTPS://me:pw@Example.COM:8443/a/b%20c;d?x=1&y=a+b%26#top%21""#,
            gives: #"["https","me:pw","example.com",8443,"/a/b%20c;d",{"x":"1","y":"a b&"},"top!"]"#),
        .init("few parts", "[url[]]", of: #""http://a.org""#, gives: #"["http",null,"a.org",null,"",{},null]"#),
        .init(
            "a query with repeated and empty names", "url.query", of: #""http://a/?t=1&t=2&u&=3&t=3&&v=a=b""#,
            gives: #"{"t":["1","2","3"],"u":"","":"3","v":"a=b"}"#),
        .init("mail", "url | [.scheme, .host, .path]", of: #""mailto:me@example.com""#, gives: #"["mailto",null,"me@example.com"]"#),
        .init("an IPv6 address", "url | [.host, .port]", of: #""http://[2001:DB8::1]:80/""#, gives: #"["[2001:db8::1]",80]"#),
        .init("a file", "url | [.host, .path]", of: #""file:///etc/hosts""#, gives: #"["","/etc/hosts"]"#),
        .init("other scripts", "url | [.host, .path]", of: #""https://münchen.de/straße""#, gives: #"["münchen.de","/straße"]"#),
        .init(
            "broken escapes stay", "url | [.query.q, .query.r]", of: #""http://a/?q=100%&r=%ff%zz""#, gives: "[\"100%\",\"\u{FFFD}%zz\"]"),
        .init("an empty port", "url.port", of: #""http://a:/""#, gives: "null"),
        .init(
            "a relative reference", "url", of: #""/a/b""#,
            fails: #"string ("/a/b") is no URL: it has no scheme; url_join(base) makes a relative one absolute"#),
        .init("no host", "url", of: #""http:///a""#, fails: #"string ("http:///a") is no URL: it has no host"#),
        .init("no authority", "url", of: #""https:a""#, fails: #"string ("https:a") is no URL: it has no host"#),
        .init(
            "a space", "url", of: #""http://a/b c""#, fails: #"string ("http://a/b c") is no URL: it has a character that must be encoded"#),
        .init("a wrong port", "url", of: #""http://a:65536/""#, fails: #"string ("http://a:65536/") is no URL: its port is wrong"#),
        .init("a wrong host", "url", of: #""http://[::1/""#, fails: #"string ("http://[::1/") is no URL: its host is wrong"#),
        .init("null", "url", fails: "url input must be a string, not null (null)"),
        .init("a relative base", #""a" | url_join("/b")"#, fails: #"string ("/b") is no absolute URL"#),
        .init("a base without a path", #""a/../b" | url_join("http://x.org")"#, gives: #""http://x.org/b""#),
        .init(
            "a base without an authority", #"("b", "../b", "?q") | url_join("urn:a/c")"#,
            gives: [#""urn:a/b""#, #""urn:b""#, #""urn:a/c?q""#]),
        .init("two slashes that would look like an authority", #""..//b" | url_join("x:/a")"#, gives: #""x:/.//b""#),
    ]

    @Test("give what they say", arguments: words + csv + urls) func gives(_ example: QueryExample) throws {
        try example.check()
        #expect(try BothForms(example.program).difference(on: try JSONValue(parsing: example.input)) == nil)
    }
}
