import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A pipeline with a value from the environment or a file, and the messages of its run.
struct SecretExample: CustomTestStringConvertible {
    let name: String
    let file: String
    let secret: String
    var command = "run"
    let code: Int32
    let message: String
    var testDescription: String { name }
}

@Suite("What comes from the environment or a file") struct SecretTests {
    static let sink = #""sinks":[{"type":"jsonl","to":"-"}]"#
    static let json = #""source":{"type":"json","from":"in.json"}"#

    static let examples = [
        SecretExample(
            name: "a program that does not compile",
            file: #"{"source":{"type":"json","from":"in.json","items":{"$env":"SECRET"}},\#(sink)}"#, secret: ".hunter2 | nosuch",
            command: "validate", code: 78, message: "$env.SECRET holds a jq program that is wrong at byte 11"),
        SecretExample(
            name: "a program that explain shows",
            file: #"{"source":{"type":"json","from":"in.json","items":{"$env":"SECRET"}},\#(sink)}"#,
            secret: "if .hunter2 then . else . end",
            command: "explain", code: 0, message: "items: $env.SECRET — each JSON text is read whole"),
        SecretExample(
            name: "a path in a program that is not there",
            file: #"{"source":{"type":"json","from":"in.json","items":{"$env":"SECRET"}},\#(sink)}"#, secret: ".hunter2[]", code: 65,
            message: "nothing found at the path of $env.SECRET"),
        SecretExample(
            name: "a program that fails for a record",
            file: #"{\#(json),"stages":[{"type":"filter","where":{"$env":"SECRET"}}],\#(sink)}"#, secret: #"error("hunter2")"#, code: 1,
            message: "rejected by filter: the jq program from $env.SECRET fails for this record"),
        SecretExample(
            name: "a program that gives nothing",
            file: #"{\#(json),"stages":[{"type":"set","fields":{"a":{"$env":"SECRET"}}}],\#(sink)}"#,
            secret: #"empty, ("hunter2" | empty)"#, code: 1, message: ".a: $env.SECRET gives no value"),
        SecretExample(
            name: "a template that gives nothing",
            file: #"{\#(json),"sinks":[{"type":"markdown","to":{"$env":"SECRET"}}]}"#, secret: "out/{{.hunter2}}.md", code: 65,
            message: "{{$env.SECRET}} gives null or nothing, and the text needs a value"),
        SecretExample(
            name: "a field that a filter asks for",
            file: #"{\#(json),"stages":[{"type":"filter","where":{"$env":"SECRET"}}],\#(sink)}"#, secret: ".hunter2", code: 0,
            message: "read 1 = written 0 + filtered 1 + rejected 0"),
        SecretExample(
            name: "the path of an input", file: #"{"source":{"type":"json","from":{"$env":"SECRET"}},\#(sink)}"#,
            secret: "/hunter2/in.json",
            code: 66, message: "error: cannot open $env.SECRET: No such file or directory"),
        SecretExample(
            name: "an address", file: #"{"source":{"type":"json","from":{"$env":"SECRET"}},\#(sink)}"#,
            secret: "http://127.0.0.1:1/hunter2", code: 69, message: "error: $env.SECRET: "),
        SecretExample(
            name: "an address that is none", file: #"{"source":{"type":"json","from":{"$env":"SECRET"}},\#(sink)}"#,
            secret: "ftp://hunter2", command: "validate", code: 78, message: "found a secret value ($env always gives text)"),
        SecretExample(
            name: "the path of an output", file: #"{\#(json),"sinks":[{"type":"jsonl","to":{"$env":"SECRET"}}]}"#,
            secret: "/dev/null/hunter2/x", code: 73, message: "cannot"),
    ]

    @Test("is not printed", arguments: examples) func hidden(_ example: SecretExample) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"a":1}"#, to: "in.json")
        try folder.write(example.secret, to: "secret")
        let file = try folder.write(example.file, to: "p.json")
        let outcome = try await Program.run([example.command, file], in: folder.url, environment: ["SECRET": example.secret])
        #expect(outcome.code == example.code)
        #expect(outcome.messages.contains(example.message), "\(outcome.messages)")
        #expect(!(outcome.messages + outcome.output).contains("hunter2"))
        if try folder.names().contains("p.rejects.jsonl") { #expect(try !folder.read("p.rejects.jsonl").contains("hunter2")) }
    }

    @Test("does not stand in origins either") func origins() async throws {
        let folder = try ScratchFolder()
        let input = try folder.write("{\"a\":1}\nx\n", to: "hunter2.jsonl")
        let file = try folder.write(
            #"{"source":{"type":"json","from":{"$env":"SECRET"},"on_bad_line":"reject"},"sinks":[{"type":"jsonl","to":"o.jsonl"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", file], environment: ["SECRET": input])
        #expect(outcome.code == 1)
        #expect(outcome.messages.hasPrefix("warning: $env.SECRET, line 2: rejected by json: "))
        #expect(!outcome.messages.contains("hunter2"))
        #expect(try folder.read("o.rejects.jsonl").contains(#""origin":{"source":"$env.SECRET","item":2,"line":2,"#))
    }
}
