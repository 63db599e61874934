import JSONParsing
import JSONQuery
import Pipeline
import Stages
import Testing

@Suite("Functions that the stages register for jq programs") struct ContentFunctionsTests {
    private static let functions: QueryFunctions = {
        var registry = Registry()
        registry.addStages()
        return registry.functions
    }()

    private static func query(_ program: String) throws -> Query {
        try Query(program, functions: functions)
    }

    @Test("have examples that are true") func documented() throws {
        #expect(
            Set(Self.functions.all.map(\.signature)) == [
                "html_text", "html_text(format)", "html_markdown", "html_markdown(format)", "markdown_html", "html_unescape", "blurb(n)",
                "sha256",
            ])
        for function in Self.functions.all {
            #expect(!function.help.isEmpty && !function.examples.isEmpty, "\(function.signature)")
            for example in function.examples {
                #expect(try Self.query(example.program).all(.null).map(\.compactText) == [example.output], "\(example.program)")
            }
        }
    }

    static let unescaped: [(text: String, output: String)] = [
        ("plain", "plain"), ("&lt;b&gt; &amp;amp; &quot;&apos;", "<b> &amp; \"'"), ("&#39;&#x1F600;&#0;", "'😀\u{FFFD}"),
        ("&notit; &ampx", "¬it; &x"),
        ("<p>&nbsp;</title>&hellip;", "<p>\u{A0}</title>…"), ("a &\r\n&lt;\u{0}b", "a &\r\n<\u{0}b"), ("&", "&"),
        ("&#xZZ; &unknown;", "&#xZZ; &unknown;"),
    ]

    @Test("decode character references as browsers do", arguments: unescaped.indices) func unescapes(_ index: Int) throws {
        let (text, output) = Self.unescaped[index]
        #expect(try Self.query("html_unescape").first(.string(text))?.string == output)
    }

    @Test("stay with a program that is compiled again") func recompiled() throws {
        #expect(try Self.query("sha256[0:8]").recompiled().first("abc")?.string == "ba7816bf")
        #expect(try Self.query(".a | sha256[0:8]").leadingPath?.rest?.first("abc")?.string == "ba7816bf")
        let failing = try Self.query("html_text")
        let error = #expect(throws: QueryRuntimeError.self) { try failing.first(7) }
        #expect(error?.message == "html_text input must be a string, not number")
    }

    @Test("are named by the error of a program that lacks them") func missing() throws {
        let error = #expect(throws: QueryError.self) { try Query("html_text") }
        #expect(error?.message == "html_text/0 is not defined; Registry.addStages() registers it")
        #expect(QueryFunctions.ofStages == Set(Self.functions.all.map(\.name)))
    }

    static let programs = ["html_text", "html_markdown", "html_unescape", "blurb(100)", "sha256"]
    private static let texts = [
        String(repeating: "<b>", count: 20_000), String(repeating: "&amp;\r", count: 20_000), String(repeating: "<p>a</p>", count: 20_000),
        String(repeating: "<table><tr><td>", count: 3_000), String(repeating: "\u{0}", count: 100_000),
        "<p>" + String(repeating: "x", count: 200_000),
    ]

    @Test("charge for long and deep input", arguments: programs) func charges(_ program: String) throws {
        let query = try Self.query(program)
        for text in Self.texts {
            try query.run(.string(text)) { _ in }
            #expect(try query.stepCount(.string(text)) > text.utf8.count / 130)
        }
        for limits in [QueryLimits(maxSteps: 100), QueryLimits(maxMemory: 1000)] {
            guard program != "sha256" || limits.maxSteps == 100 else { continue }
            let error = #expect(throws: QueryRuntimeError.self) { try query.run(.string(Self.texts[1]), limits: limits) { _ in } }
            #expect(error?.isLimit == true)
        }
    }

    @Test("refuse HTML that takes too long", arguments: ["html_text", "html_markdown", "blurb(100)"]) func refuses(_ program: String) throws
    {
        let error = #expect(throws: QueryRuntimeError.self) {
            try Self.query(program).first(.string(String(repeating: "&", count: (1 << 20) + 1)))
        }
        #expect(error?.message.contains("input is longer than 1048576 bytes; stages") == true)
    }

    @Test("can be added by a plug-in") func added() throws {
        var registry = Registry()
        registry.add(
            QueryFunction("shout", parameters: ["end"], help: "In capitals.", examples: []) { input, arguments, work in
                guard let text = input.string, let end = arguments[0].string else { throw QueryRuntimeError("shout takes strings") }
                try work.charge(bytes: text.utf8.count)
                return .string(text.uppercased() + end)
            })
        let query = try Query(#"[shout("!", "?")]"#, functions: registry.functions)
        #expect(try query.first("hi")?.compactText == #"["HI!","HI?"]"#)
        #expect(throws: QueryError.self) { try Query("shout(1)") }
    }
}
