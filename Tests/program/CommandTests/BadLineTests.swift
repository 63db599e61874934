import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("JSON Lines with bad lines") struct BadLineTests {
    static let input = "{\"a\":1}\n{\"a\":2,}\n\n{\"a\":3} x\r\n\u{FEFF}\n[4]\n{\"a\":"

    @Test("are set aside line by line on demand, and all is counted") func reject() async throws {
        let folder = try ScratchFolder()
        let input = try folder.write(Self.input, to: "in.jsonl")
        let file = try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl","on_bad_line":"reject"},"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", file, "--jobs", "2"])
        #expect(outcome.code == 1)
        #expect(try folder.read("out.jsonl") == "{\"a\":1}\n[4]\n")
        #expect(
            outcome.messages.withoutTimes == """
                warning: \(input), line 2: rejected by json: byte 7 of the line: expected a key in quotation marks, found "}"
                warning: \(input), line 4: rejected by json: byte 8 of the line: expected a value, found "x"
                warning: \(input), line 5: rejected by json: byte 0 of the line: expected a value, found byte 0xEF
                warning: \(input), line 7: rejected by json: byte 5 of the line: the text ends where a value was expected
                jsonl: \(folder.path)/out.jsonl: 2 records written
                rejected records are in \(folder.path)/out.rejects.jsonl
                p: read 6 = written 2 + filtered 0 + rejected 4

                """)
        let rejects = try folder.read("out.rejects.jsonl").split(separator: "\n")
        let first = try #require(rejects.first)
        #expect(first.hasPrefix(#"{"stage":"json","step":"source","reason":"byte 7 of the line: expected a key"#))
        #expect(first.hasSuffix(#""line":2,"byte_offset":8},"record":"{\"a\":2,}"}"#))
    }

    @Test("have each record at its own offset, also when a stage rejects it") func offsets() async throws {
        let folder = try ScratchFolder()
        let lines = ["{\"a\":\"1\"}", "{\"a\":22}", "{\"a\":\"333\"}", "{\"a\":\"é\"}", "{\"a\":5}", "{\"a\":\"6\"}"]
        try folder.write(lines.joined(separator: "\n") + "\n", to: "in.jsonl")
        let file = try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl","on_bad_line":"reject"},"stages":[{"type":"html_to_text","field":"a"}],"#
                + #""sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", file])
        #expect(outcome.code == 1)
        let rejects = try folder.read("out.rejects.jsonl").split(separator: "\n")
        let places = rejects.map { $0.contains(#""line":2,"byte_offset":10},"#) || $0.contains(#""line":5,"byte_offset":42},"#) }
        #expect(places == [true, true], "\(rejects)")
    }

    @Test("end the run otherwise, after the good ones in front") func fail() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(#"{"source":{"type":"json","from":"-"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", file], input: Self.input)
        #expect(outcome.code == 65)
        #expect(outcome.output == "{\"a\":1}\n")
    }
}
