import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("A plan of each kind of step") struct PlannedStepsTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(arguments + ["--quiet"], in: folder.url, environment: ["TMPDIR": folder.path])
    }

    @Test("lists the pages of site and the images of assets") func site() async throws {
        try folder.write(
            #"""
            { "source": { "type": "json", "from": "in.jsonl" },
              "stages": [ { "type": "assets", "fields": [".hero_image"], "folder": "out/images", "link_as": "images/{{.name}}" } ],
              "sinks": [ { "type": "site", "to": "out/{{.title}}.html", "title": "Studies" } ] }
            """#, to: "p.json")
        func record(_ title: String, _ teaser: String) -> String {
            #"{"title":"\#(title)","teaser":"\#(teaser)","hero_image":"\#(StagedImageTests.image)","html":"<p>Text</p>"}"# + "\n"
        }
        try folder.write(record("One", "a") + record("Two", "b"), to: "in.jsonl")
        let image = "out/images/image-38d099731a18aa54622c11fe740a8ebf.png"
        let new = try await run("plan", "p.json", "--exit-code")
        #expect(
            new
                == .init(
                    code: 3,
                    output: """
                        out: 3 would be created
                        + out/One.html
                        + out/Two.html
                        + out/index.html
                        out/images: 1 would be created
                        + \(image)

                        """, messages: ""))
        #expect(try folder.names() == ["in.jsonl", "p.json"])
        #expect(try await run("run", "p.json").code == 0)
        #expect(try folder.names("out/images") == [String(image.dropFirst("out/images/".count))])
        let same = try await run("plan", "p.json", "--exit-code")
        #expect(same == .init(code: 0, output: "out: 3 unchanged\nout/images: 1 unchanged\n", messages: ""))
        try folder.write(record("One", "c") + record("Two", "b"), to: "in.jsonl")
        let changed = try await run("plan", "p.json", "--exit-code")
        let output = "out: 2 would be changed, 1 unchanged\n~ out/One.html\n~ out/index.html\nout/images: 1 unchanged\n"
        #expect(changed == .init(code: 3, output: output, messages: ""))
    }

    @Test("shows the state of an incremental source", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
    func state() async throws {
        let origin = try await OriginServer.shared()
        let list = UUID().uuidString
        try folder.write(
            """
            {"source":{"type":"http","url":"\(origin.base)/changes/\(list)","items":".items[]","id":".id",
              "paging":{"type":"cursor","at":".next"},
              "incremental":{"cursor":".updated_at","send_as":"since"},"state":"kept/state.json"},
             "sinks":[{"type":"jsonl","to":"out.jsonl","mode":"merge","key":".id"}]}
            """, to: "p.json")
        let new = try await run("plan", "p.json", "--exit-code")
        let created = "out.jsonl: would be created, 0 records replaced, 120 appended\nkept/state.json: would be created\n"
        #expect(new == .init(code: 3, output: created, messages: ""))
        #expect(try folder.names() == ["p.json"])
        #expect(try await run("run", "p.json").code == 0)
        let same = try await run("plan", "p.json", "--exit-code")
        #expect(same == .init(code: 0, output: "out.jsonl: unchanged, 0 records\nkept/state.json: unchanged\n", messages: ""))
        let state = try folder.read("kept/state.json")
        _ = try await origin.get("/control/changes?name=\(list)&new=2&changed=1")
        let changed = try await run("plan", "p.json", "--exit-code")
        let output = "out.jsonl: would be changed, 1 record replaced, 2 appended\nkept/state.json: would be changed\n"
        #expect(changed == .init(code: 3, output: output, messages: ""))
        #expect(try folder.read("kept/state.json") == state)
    }

    @Test(
        "estimates the pages of a source from the first one",
        .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping),
        arguments: [
            (#"{"type":"offset","size":50}"#, [], "9 pages, by .total, 437 items\n9 requests at 120 a minute: at least 4 s\n"),
            (
                #"{"type":"offset","size":50,"total":".total"}"#, [],
                "9 pages, by the total of the paging, 437 items\n9 requests at 120 a minute: at least 4 s\n"
            ),
            (
                #"{"type":"offset","size":50}"#, ["--limit", "120"],
                "3 pages, by the limit of 120 items\n3 requests at 120 a minute: at least 1 s\n"
            ),
        ])
    func estimate(_ paging: String, _ arguments: [String], _ words: String) async throws {
        let origin = try await OriginServer.shared()
        let tag = UUID().uuidString
        let url = "\(origin.base)/paging/offset?run=\(tag)"
        try folder.write(
            #"{"source":{"type":"http","url":"\#(url)","items":".items[]","paging":\#(paging),"rate":{"requests_per_minute":120}},"#
                + #""sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        let outcome = try await Program.run(["plan", "p.json", "--estimate"] + arguments, in: folder.url)
        #expect(outcome == .init(code: 0, output: "\(url): 50 items on the first page, \(words)", messages: ""))
        #expect(try await origin.log().count { $0.query.contains(tag) } == 1)
        #expect(try folder.names() == ["p.json"])
    }

    @Test("says why it has no estimate", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
    func noEstimate() async throws {
        let origin = try await OriginServer.shared()
        let source = #"{"type":"http","url":"\#(origin.base)/changes/x","items":".items[]","paging":{"type":"cursor","at":".next"}}"#
        try folder.write(#"{"source":\#(source),"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        let unknown = try await Program.run(["plan", "p.json", "--estimate"], in: folder.url)
        let words = "\(origin.base)/changes/x: 20 items on the first page; the number of pages is unknown\n"
        #expect(unknown == .init(code: 0, output: words, messages: ""))
        try folder.write(try folder.read("p.json").replacing("/changes/x", with: "/nothing"), to: "p.json")
        let missing = try await Program.run(["plan", "p.json", "--estimate"], in: folder.url)
        let fault = "error: \(origin.base)/nothing: page 1: the server answered 404: no such endpoint\n"
        #expect(missing == .init(code: 69, output: "", messages: fault))
    }

    @Test("ends at a signal, and leaves nothing behind", .startsInTurn, arguments: [SIGINT, SIGTERM])
    func signal(_ number: Int32) async throws {
        let server = try HangingServer("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"id\":1,\"t\":\"x\"}\n")
        let sinks = #"{"type":"jsonl","to":"o.jsonl"},{"type":"markdown","to":"out/{{.id}}.md","body":".t"}"#
        try folder.write(#"{"source":{"type":"json","from":"\#(server.url)"},"sinks":[\#(sinks)]}"#, to: "p.json")
        try FileManager.default.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: false)
        let program = try await RunningProgram.start(
            ["plan", "p.json", "--diff"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url,
            environment: ["TMPDIR": folder.file("tmp").path])
        try await server.waitForRequest()
        program.signal(number)
        #expect(await program.code(within: 60) == 128 + number)
        #expect(program.messages.contains("(dry run)"), "\(program.messages)")
        #expect(try folder.names() == ["messages", "p.json", "tmp"])
        #expect(try folder.names("tmp").isEmpty)
    }
}
