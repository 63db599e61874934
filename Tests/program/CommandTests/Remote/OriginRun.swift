import Foundation
import ProgramSupport
import TestSupport

/// A run of the built program that reads from the test server and writes one file of JSON Lines.
struct OriginRun {
    /// The exit code.
    let code: Int32
    /// The first error or warning, with `ORIGIN` for the server; nil without one.
    let message: String?
    /// All messages.
    let messages: String
    /// The lines of the output file; nil if there is none.
    let lines: [String]?
    /// The number of requests of this run.
    let requests: Int

    /// The ids of the records; nil without an output file.
    var ids: [Int]? {
        lines?.map { line in line.firstMatch(of: /"id":([0-9]+)/).flatMap { Int($0.1) } ?? -1 }
    }

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - type: The type of the source.
    ///   - path: The path with the query. `run`, which tells the requests of runs apart, is added to it.
    ///   - options: Further options of the source, as members of a JSON object. `SECOND` stands for the host of the second port.
    ///   - arguments: Further arguments of `run`.
    init(_ type: String, _ path: String, _ options: String = "", _ arguments: [String] = [], environment: [String: String] = [:])
        async throws
    {
        let origin = try await OriginServer.shared()
        let tag = "run=\(UUID().uuidString)"
        let url = origin.base + path + (path.contains("?") ? "&" : "?") + tag
        let second = origin.secondBase.replacing("http://", with: "")
        var members = [#""type":"\#(type)","\#(type == "http" ? "url" : "from")":"\#(url)""#]
        if !options.isEmpty { members.append(options.replacing("SECOND", with: second)) }
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{\#(members.joined(separator: ","))},"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"] + arguments, in: folder.url, environment: environment)
        code = outcome.code
        messages =
            outcome.messages.replacing(origin.base, with: "ORIGIN").replacing(second, with: "SECOND").replacing("\(tag)&", with: "")
            .replacing("?\(tag)", with: "").replacing("&\(tag)", with: "").replacing(#/ attempts in [0-9.]+ s/#, with: " attempts")
        message = messages.split(separator: "\n").first { $0.hasPrefix("error: ") || $0.hasPrefix("warning: ") }.map(String.init)
        lines = try folder.names().contains("out.jsonl") ? folder.read("out.jsonl").split(separator: "\n").map(String.init) : nil
        requests = try await origin.log().count { $0.query.contains(tag) }
    }
}
