import JSONParsing
import Testing

@Suite("The source xml") struct XMLSourceTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let name: String
        let select: String
        let xml: String
        let records: [String]

        init(_ name: String, _ select: String, _ xml: String, _ records: [String]) {
            self.name = name
            self.select = select
            self.xml = xml
            self.records = records
        }

        var testDescription: String { name }
    }

    private static let examples = [
        Example(
            "elements at a path", #""catalog/product""#,
            #"<catalog><product id="1"><name>Lamp</name></product><other/><product id="2"/></catalog>"#,
            [#"{"@id":"1","name":"Lamp"}"#, #"{"@id":"2"}"#]),
        Example("a path that begins with a slash", #""/a/b""#, "<a><b>x</b></a>", [#""x""#]),
        Example(
            "any element, and any prefix", #""*/*:item""#, #"<a xmlns:p="p"><p:item>1</p:item><item>2</item></a>"#, [#""1""#, #""2""#]),
        Example(
            "several paths, in the order of the document", #"["a/c", "a/b"]"#, "<a><b>1</b><c>2</c><b>3</b></a>",
            [#""1""#, #""2""#, #""3""#]),
        Example("a child that stands several times", #""a""#, "<a><b>1</b><b>2</b>t</a>", [##"{"#text":"t","b":["1","2"]}"##]),
        Example("characters of another encoding", #""a""#, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>é</a>", [#""é""#]),
    ]

    @Test("makes a record of each selected element", arguments: examples) func selects(_ example: Example) async throws {
        let run = try await SourceRecords("xml", #"{"from": "FOLDER/in.xml", "select": \#(example.select)}"#, "in.xml", example.xml)
        #expect(run.failure == nil)
        #expect(run.records.map(\.compactText) == example.records)
        #expect(run.warnings == [])
    }

    @Test("takes the root element without a path") func root() async throws {
        let run = try await SourceRecords("xml", #"{"from": "FOLDER/in.xml"}"#, "in.xml", "<a><b>1</b></a>")
        #expect(run.text == #"{"b":"1"}"#)
    }

    @Test("reads the encoding that the document declares") func encoding() async throws {
        let bytes = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        let run = try await SourceRecords("xml", #"{"from": "FOLDER/in.xml"}"#, files: ["in.xml": bytes])
        #expect(run.text == #""é""#)
    }

    private static let faults = [
        Example("a truncated document", "", "<a>\n<b>1</b>\n<b>", ["in.xml:3:4: the document ends where the end tag </b> was expected"]),
        Example("a wrong end tag", "", "<a>\n  <b></a>", ["in.xml:2:6: expected the end tag </b>, found </a>"]),
        Example(
            "entities that grow", "", "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>",
            ["in.xml:1:1: a document type with declarations is refused; expected <!DOCTYPE name>"]),
        Example("an empty document", "", "", ["in.xml:1:1: the document ends where the root element was expected"]),
        Example(
            "too many levels", "", String(repeating: "<b>", count: 300),
            ["in.xml:1:769: elements are nested deeper than the limit of 256"]),
        Example("JSON", "", "{\"a\": 1}", ["this looks like JSON, which the source json reads"]),
        Example("a page", "", "<!DOCTYPE html><html><br></html>", ["this is a web page in HTML, XML was expected"]),
    ]

    @Test("ends the run at a fault, with its place", arguments: faults) func fails(_ example: Example) async throws {
        let run = try await SourceRecords("xml", #"{"from": "FOLDER/in.xml", "select": "a/b"}"#, "in.xml", example.xml)
        let failure = try #require(run.failure)
        #expect(failure.contains(example.records[0]), "\(failure)")
    }

    @Test("says that nothing is at a path") func nothing() async throws {
        let run = try await SourceRecords("xml", #"{"from": "FOLDER/in.xml", "select": ["a/c", "b"]}"#, "in.xml", "<a><b/></a>")
        #expect(run.failure == nil)
        #expect(run.warnings == ["no element is at a/c or b"])
    }

    private static let paths: [(select: String, warnings: [String])] = [
        (#"["a/b", "a/c", "d"]"#, ["no element is at a/c or d"]),
        (#"["a/*", "a/b", "a/c"]"#, []),
        (#"["a/x", "a/*:b"]"#, ["no element is at a/x"]),
    ]

    @Test("names each path at which nothing is", arguments: paths) func missed(_ select: String, _ warnings: [String]) async throws {
        let run = try await SourceRecords("xml", #"{"from": "FOLDER/in.xml", "select": \#(select)}"#, "in.xml", "<a><b/></a>")
        #expect(run.records.count == 1)
        #expect(run.urgentWarnings == warnings)
    }

    private static let nested = [#"["a", "a/b"]"#, #"["a/b", "*"]"#, #"["*:a/*", "p:a/b/c"]"#, #"["/a/b/c", "a/b"]"#]

    @Test("refuses a path below another one", arguments: nested) func refuses(_ select: String) async throws {
        await #expect {
            _ = try await SourceRecords("xml", #"{"from": "FOLDER/in.xml", "select": \#(select)}"#, "in.xml", "<a><b/></a>")
        } throws: { error in
            "\(error)".contains("expected paths of which none begins another")
        }
    }

    @Test("bounds the length of an element, and not that of the document") func limits() async throws {
        let item = "<b>" + String(repeating: "x", count: 1000) + "</b>"
        let xml = "<a>" + String(repeating: item, count: 2000) + "</a>"
        let options = #"{"from": "FOLDER/in.xml", "select": "a/b", "max_record_bytes": 1200}"#
        #expect(try await SourceRecords("xml", options, "in.xml", xml).records.count == 2000)
        let long = xml.replacing("</b></a>", with: String(repeating: "x", count: 10_000_000) + "</b></a>")
        let failure = try #require(try await SourceRecords("xml", options, "in.xml", long).failure)
        #expect(failure.contains("one element is longer than the limit of 1200 bytes"))
    }

    @Test("reads several files, in their order") func files() async throws {
        let run = try await SourceRecords(
            "xml", #"{"from": "FOLDER/*.xml", "select": "a"}"#, files: ["2.xml": Array("<a>2</a>".utf8), "1.xml": Array("<a>1</a>".utf8)])
        #expect(run.text == "\"1\"\n\"2\"")
    }
}
