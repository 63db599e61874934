import JSONParsing
import MarkdownParsing
import Testing

@Suite("Front matter")
struct FrontMatterTests {
    struct Example: CustomStringConvertible {
        let description: String
        let text: String
        let json: String

        init(_ description: String, _ text: String, _ json: String) {
            (self.description, self.text, self.json) = (description, text, json)
        }
    }

    private static let yaml = [
        Example("no field", "", "{}"),
        Example(
            "scalars by type",
            "a: 1\nb: -1.5e3\nc: true\nd: null\ne: ~\nf:\ng: text",
            #"{"a":1,"b":-1.5e3,"c":true,"d":null,"e":null,"f":null,"g":"text"}"#),
        Example(
            "dates, zip codes and answers are text",
            "a: 2024-05-01\nb: 01234\nc: yes\nd: 12:30",
            #"{"a":"2024-05-01","b":"01234","c":"yes","d":"12:30"}"#),
        Example("numbers of other bases and signs", "a: 0x1F\nb: 0o17\nc: +5\nd: .5", #"{"a":31,"b":15,"c":5,"d":0.5}"#),
        Example("comments", "# one\na: b # two\n\n# three\nc: d#e", #"{"a":"b","c":"d#e"}"#),
        Example("quotes", #"a: "x\ty \u00e9 \"q\"" # c"# + "\nb: 'it''s: #1'\n\"c d\": 1", #"{"a":"x\ty é \"q\"","b":"it's: #1","c d":1}"#),
        Example("a list below a key", "a:\n  - 1\n  - two\nb:\n- x\n- y", #"{"a":[1,"two"],"b":["x","y"]}"#),
        Example("nested maps", "a:\n  b:\n    c: 1\n  d: 2", #"{"a":{"b":{"c":1},"d":2}}"#),
        Example("maps in a list", "a:\n  - b: 1\n    c: 2\n  - b: 3", #"{"a":[{"b":1,"c":2},{"b":3}]}"#),
        Example("lists in a list", "a:\n  - - 1\n    - 2\n  -\n    - 3", #"{"a":[[1,2],[3]]}"#),
        Example(
            "brackets",
            "a: [1, \"b, c\", d e, {f: g}]\nh: {i: 1, j: [2]}\nk: [\n  1, # one\n  2,\n]",
            #"{"a":[1,"b, c","d e",{"f":"g"}],"h":{"i":1,"j":[2]},"k":[1,2]}"#),
        Example("a literal block", "a: |\n  one\n    two\n\n  three\nb: 1", #"{"a":"one\n  two\n\nthree\n","b":1}"#),
        Example("a folded block", "a: >-\n  one\n  two\n\n  three\nb: 1", #"{"a":"one two\nthree","b":1}"#),
        Example("a block that keeps its line ends", "a: |+\n  x\n\nb: 1", #"{"a":"x\n\n","b":1}"#),
        Example("a text of several lines", "a: one\n  two\n\n  three\nb: \"x\n  y\"", #"{"a":"one two\nthree","b":"x y"}"#),
        Example("addresses and times in text", "a: https://b.org/#c\nd: a:b", #"{"a":"https://b.org/#c","d":"a:b"}"#),
    ]

    private static let toml = [
        Example("scalars", "a = 1\nb = 1_000.5\nc = true\nd = 'x\\n'\ne = \"x\\n\"", #"{"a":1,"b":1000.5,"c":true,"d":"x\\n","e":"x\n"}"#),
        Example(
            "dates",
            "a = 2024-05-01T10:00:00Z\nb = 2024-05-01\nc = 2024-05-01 10:00:00\nd = 07:32:00",
            #"{"a":"2024-05-01T10:00:00Z","b":"2024-05-01","c":"2024-05-01 10:00:00","d":"07:32:00"}"#),
        Example("tables", "a.b = 1\n[c]\nd = 2 # x\n[c.e]\nf = 3", #"{"a":{"b":1},"c":{"d":2,"e":{"f":3}}}"#),
        Example("lists of tables", "[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3", #"{"a":[{"b":1},{"b":2,"c":{"d":3}}]}"#),
        Example("arrays and inline tables", "a = [1, [2], {b = 3, c.d = 4},\n]", #"{"a":[1,[2],{"b":3,"c":{"d":4}}]}"#),
        Example("texts of several lines", "a = \"\"\"\nx\ny\\\n  z\"\"\"\nb = '''\nx'''", #"{"a":"x\nyz","b":"x"}"#),
    ]

    private func found(_ text: String) throws -> MarkdownFrontMatter {
        let bytes = Array(text.utf8)
        guard case .found(let frontMatter) = try MarkdownFrontMatter.read(bytes.span) else {
            Issue.record("no front matter in \(text.debugDescription)")
            throw CancellationError()
        }
        return frontMatter
    }

    private func check(_ text: String, _ json: String) throws {
        let frontMatter = try found(text)
        #expect(JSONValue.object(frontMatter.fields) == (try JSONValue(parsing: json)))
        #expect(frontMatter.fields.keys == (try JSONValue(parsing: json).object)?.keys)
        #expect(String(decoding: text.utf8.dropFirst(frontMatter.bodyOffset), as: UTF8.self) == "# Body\n")
    }

    @Test("YAML", arguments: yaml)
    func readsYAML(_ example: Example) throws {
        try check("---\n\(example.text)\n---\n# Body\n", example.json)
        try check("---\n\(example.text)\n---\n".replacing("\n", with: "\r\n") + "# Body\n", example.json)
    }

    @Test("TOML", arguments: toml)
    func readsTOML(_ example: Example) throws { try check("+++\n\(example.text)\n+++\n# Body\n", example.json) }

    @Test("JSON")
    func readsJSON() throws { try check("{\n  \"a\": {\"b\": \"}\"},\n  \"c\": 1\n}\n# Body\n", #"{"a":{"b":"}"},"c":1}"#) }

    @Test(
        "what is no front matter is text",
        arguments: [
            "", "text", "---\n\ntext", "---\ntext\n---\n", "----\na: b\n---\n", "--\n", "{{ template }}\n", "{% if %}", "{\"a\": 1} text",
            "+++\na = 1\n",
        ])
    func none(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard case .none = try MarkdownFrontMatter.read(bytes.span) else {
            Issue.record("front matter in \(text.debugDescription)")
            return
        }
    }

    @Test(
        "errors have a line and a column",
        arguments: [
            ("---\na: b\nc: \"d\n---\n", 3, 4), ("---\na: &x 1\n---\n", 2, 4), ("---\na: 1\na: 2\n---\n", 3, 1),
            ("---\na: 1\n   b: 2\n---\n", 3, 5),
            ("---\na: [1\n---\n", 3, 1), ("---\na: b: c\n---\n", 2, 5), ("+++\na = \n+++\n", 2, 5), ("+++\na = 1\na = 2\n+++\n", 3, 1),
            ("+++\na = 1 2\n+++\n", 2, 7), ("+++\n[a]\n[a]\n+++\n", 3, 1), ("{\n\"a\": x}\n", 2, 6),
        ])
    func errors(_ text: String, _ line: Int, _ column: Int) throws {
        let bytes = Array(text.utf8)
        let error = #expect(throws: FrontMatterError.self) { try MarkdownFrontMatter.read(bytes.span) }
        #expect(error?.line == line && error?.column == column, "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test("the first bytes of a file are enough, and fewer ask for more", arguments: yaml + [Example("JSON", "", "{}")])
    func pieces(_ example: Example) throws {
        let text = example.description == "JSON" ? "{\"a\": 1}\n# Body\n" : "---\n\(example.text)\n---\n# Body\n"
        let bytes = Array(text.utf8)
        let whole = try found(text)
        for count in 0..<bytes.count {
            let part = Array(bytes[..<count])
            switch try MarkdownFrontMatter.read(part.span, isWhole: false) {
            case .found(let found): #expect(found.bodyOffset == whole.bodyOffset && JSONValue.object(found.fields) == .object(whole.fields))
            case .needsMore: #expect(count <= whole.bodyOffset)
            case .none: Issue.record("none after \(count) bytes")
            }
        }
    }

    @Test("deep values are errors, and long ones are read")
    func hostile() throws {
        for text in [
            "a: " + String(repeating: "[", count: 100_000), "a:\n  " + String(repeating: "- ", count: 100_000),
            "a: " + String(repeating: "{a: ", count: 10_000),
        ] {
            let bytes = Array("---\n\(text)\n---\n".utf8)
            #expect(throws: FrontMatterError.self) { try MarkdownFrontMatter.read(bytes.span) }
        }
        let fields = (0..<20_000).map { "key\($0): value" }.joined(separator: "\n")
        #expect(try found("---\n\(fields)\n---\n").fields.count == 20_000)
        let lists = String(repeating: "[[a]]\n", count: 50_000)
        #expect(try found("+++\n\(lists)+++\n").fields["a"]?.array?.count == 50_000)
    }
}
