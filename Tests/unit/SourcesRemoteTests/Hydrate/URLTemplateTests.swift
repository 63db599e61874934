import JSONParsing
@testable import HTTP
@testable import Pipeline
import Testing

@testable import SourcesRemote
@testable import WebAddresses

@Suite("A URL with values of a record") struct URLTemplateTests {
    private static func address(_ template: String, _ record: String) throws -> String {
        try URLTemplate(Template(template)).address(for: Record(JSONValue(parsing: Array(record.utf8)))).text
    }

    @Test(
        "has each value as one segment",
        arguments: [
            ("https://a.test/m/{{.id}}", #"{"id": 7}"#, "https://a.test/m/7"),
            ("https://a.test/m/{{.id}}", #"{"id": "msg 0050/0?ü"}"#, "https://a.test/m/msg%200050%2F0%3F%C3%BC"),
            ("https://a.test/m/{{.id}}/x", #"{"id": "a#b%2e%2e&c=d"}"#, "https://a.test/m/a%23b%252e%252e%26c%3Dd/x"),
            ("https://a.test/m/{{.id}}", #"{"id": "\\u0000\r\n"}"#, "https://a.test/m/%5Cu0000%0D%0A"),
            ("https://a.test/m/v{{.id}}", #"{"id": "..."}"#, "https://a.test/m/v..."),
            ("https://a.test/m?since={{.a}}&x={{.b}}", #"{"a": "1+1", "b": true}"#, "https://a.test/m?since=1%2B1&x=true"),
            ("http://a.test:8080/{{.id | tostring}}", #"{"id": [1]}"#, "http://a.test:8080/%5B1%5D"),
        ])
    func encoded(_ template: String, _ record: String, _ url: String) throws {
        #expect(try Self.address(template, record) == url)
    }

    @Test(
        "refuses a value that would lead to another path",
        arguments: [
            (#"{"id": ".."}"#, "{{.id}}: \"..\" would lead to another path"),
            (#"{"id": "."}"#, "{{.id}}: \".\" would lead to another path"),
            (#"{"id": "../../admin"}"#, "{{.id}}: \"../../admin\" would lead to another path"),
            (#"{"id": "a\\..\\b"}"#, "{{.id}}: \"a\\..\\b\" would lead to another path"),
            (#"{"id": ""}"#, "{{.id}} is empty, and so the URL would name something else"),
            (#"{"id": null}"#, "{{.id}} gives null or nothing, and the text needs a value"),
            ("{}", "{{.id}} gives null or nothing, and the text needs a value"),
            (#"{"id": [1]}"#, "{{.id}}: expected a text or a number for the URL, found an array"),
            (#"{"id": {}}"#, "{{.id}}: expected a text or a number for the URL, found an object"),
        ])
    func refused(_ record: String, _ reason: String) {
        #expect { try Self.address("https://a.test/m/{{.id}}", record) } throws: { "\($0)" == reason }
    }

    @Test("refuses a segment of dots in the template", arguments: ["..", ".", "%2e%2E", "%2e."]) func dots(_ segment: String) {
        #expect(throws: RecordError.self) { try Self.address("https://a.test/m/\(segment)/{{.id}}", #"{"id": 1}"#) }
    }

    @Test("refuses a URL that is too long") func long() {
        let record = #"{"id": ""# + String(repeating: "x", count: 20_000) + #""}"#
        #expect { try Self.address("https://a.test/m/{{.id}}", record) } throws: {
            "\($0)" == "url: expected at most 16384 bytes, found 20017"
        }
    }

    @Test(
        "names its host in front of the first value",
        arguments: [
            "{{.url}}", "https://{{.host}}/x", "https://a.test{{.path}}", "https://a.test:{{.port}}/", "ftp://a.test/{{.id}}", "/m/{{.id}}",
            "", "https:///{{.id}}",
        ])
    func host(_ text: String) {
        #expect { try URLTemplate(Template(text)) } throws: {
            "\($0)".hasPrefix("expected an http(s) URL that names its host and a slash before the first {{ }}, found ")
        }
    }

    @Test(
        "has no value in its fragment, which would give all records one answer",
        arguments: ["https://a.test/m#{{.id}}", "https://a.test/{{.a}}#x-{{.b}}"])
    func fragment(_ text: String) {
        #expect { try URLTemplate(Template(text)) } throws: {
            "\($0)" == "no server gets what stands behind \"#\", and so all records would have one URL"
        }
    }

    @Test("has a number sign as a value") func numberSign() throws {
        #expect(try Self.address("https://a.test/m/{{.id}}", ##"{"id": "#1"}"##) == "https://a.test/m/%231")
    }

    @Test("has no user") func user() {
        #expect { try URLTemplate(Template("https://me:secret@a.test/{{.id}}")) } throws: {
            "\($0)" == "a URL with values has no user; the option \"auth\" has it"
        }
    }
}
