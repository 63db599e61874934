import Foundation
import JSONParsing
import Synchronization
import TestSupport
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("Outputs and the state of an incremental source") struct StateCheckTests {
    /// What happens to the files between two good runs and the run that is looked at.
    enum Change: String, Sendable, CaseIterable {
        case nothing = "nothing"
        case noState = "the state is missing"
        case noOutput = "the output is missing"
        case neither = "both are missing"
        case emptyOutput = "the output is empty"
        case damagedState = "the state is damaged"
        case emptyState = "the state is empty"
        case tornOutput = "the output is torn"
        case olderState = "the state is that of the run before"
        case olderOutput = "the output is that of the run before"
        case bothOlder = "both are those of the run before"
        case longerOutput = "another program appends to the output"
        case movedOutput = "the output has another name"
        case respelledOutput = "the path of the output is spelled in another way"
        case equalOutput = "another pipeline has the state, with an output of the same length"
        case otherOutput = "another pipeline has the state, with an output that exists"
        case newOutput = "another pipeline has the state, with a new output"
        case noSinkOfOutput = "a sink is gone"
        case secondSink = "a sink is new"
    }

    /// A list and the outputs of its runs, in a folder.
    private final class Job: Sendable {
        let server: ChangingServer
        let mode: String

        init(mode: String) throws {
            server = try ChangingServer()
            self.mode = mode
        }

        func path(_ name: String) -> String { "\(server.folder.path)/\(name)" }
        func read(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }
        func write(_ text: String?, to name: String) throws {
            if let text { try text.write(toFile: path(name), atomically: true, encoding: .utf8) }
            if text == nil { try FileManager.default.removeItem(atPath: path(name)) }
        }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: server.folder.path).sorted() }

        /// The ids of an output, in order.
        func ids(_ name: String) -> [Int] {
            (read(name) ?? "").split(separator: "\n").compactMap { $0.firstMatch(of: /"id":([0-9]+)/).flatMap { Int($0.1) } }.sorted()
        }

        /// Adds three items to the list.
        func addItems() {
            let first = server.items.count
            server.items += (first..<first + 3).map { ($0, "\"2024-05-01T08:00:\($0 < 10 ? "0" : "")\($0)Z\"") }
        }

        func plan(_ outputs: [String]) throws -> PipelinePlan {
            var plan = PipelinePlan(name: "job", source: try server.source(#""send_as": "since""#))
            for name in outputs {
                if name == "-" {
                    plan.append(sink: OutcomeSink(rejects: RejectQueue()) { _ in })
                    continue
                }
                let key = mode == "merge" ? #", "key": ".id""# : ""
                plan.append(sink: try LinesSink(json: #"{"to": "\#(path(name))", "mode": "\#(mode)"\#(key)}"#))
            }
            return plan
        }

        func run(_ outputs: String..., accepting: Bool = false, all: Bool = false) async throws -> RunReport {
            try await run(outputs, accepting: accepting, all: all)
        }

        func run(_ outputs: [String], accepting: Bool = false, all: Bool = false) async throws -> RunReport {
            let network = RunNetwork(
                transport: ScriptedTransport { request, _ in self.server.respond(request) }, clock: ChangingServer.clock().clock())
            let plan = all ? try plan(outputs).readingAll() : try plan(outputs)
            var options = PipelineRun.Options()
            options.acceptsOutputs = accepting
            options.context = RunContext(network)
            return await PipelineRun(plan, options: options, observer: SilentObserver()).run()
        }
    }

    /// Makes two good runs and a change.
    ///
    /// - Returns: The outputs of the run to look at.
    private func prepare(_ change: Change, _ job: Job) async throws -> [String] {
        job.addItems()
        #expect(try await job.run("out.jsonl").exitCode == 0)
        let (state, output) = (job.read("state.json"), job.read("out.jsonl"))
        job.addItems()
        #expect(try await job.run("out.jsonl").exitCode == 0)
        job.addItems()
        switch change {
        case .nothing: break
        case .noState: try job.write(nil, to: "state.json")
        case .noOutput: try job.write(nil, to: "out.jsonl")
        case .neither:
            try job.write(nil, to: "state.json")
            try job.write(nil, to: "out.jsonl")
        case .emptyOutput: try job.write("", to: "out.jsonl")
        case .damagedState: try job.write(String((job.read("state.json") ?? "").dropLast(30)), to: "state.json")
        case .emptyState: try job.write("", to: "state.json")
        case .tornOutput: try job.write(String((job.read("out.jsonl") ?? "").dropLast(9)), to: "out.jsonl")
        case .olderState: try job.write(state, to: "state.json")
        case .olderOutput: try job.write(output, to: "out.jsonl")
        case .bothOlder:
            try job.write(state, to: "state.json")
            try job.write(output, to: "out.jsonl")
        case .longerOutput: try job.write((job.read("out.jsonl") ?? "") + "{\"id\":100}\n", to: "out.jsonl")
        case .movedOutput:
            try job.write(job.read("out.jsonl"), to: "moved.jsonl")
            try job.write(nil, to: "out.jsonl")
            return ["moved.jsonl"]
        case .equalOutput:
            try job.write(job.read("out.jsonl"), to: "other.jsonl")
            return ["other.jsonl"]
        case .respelledOutput: return ["./out.jsonl"]
        case .otherOutput:
            try job.write("{\"id\":100}\n", to: "other.jsonl")
            return ["other.jsonl"]
        case .newOutput: return ["other.jsonl"]
        case .noSinkOfOutput: return ["-"]
        case .secondSink: return ["out.jsonl", "second.jsonl"]
        }
        return ["out.jsonl"]
    }

    @Test("belong together, or the run writes nothing and says what", arguments: Change.allCases, ["append", "merge"])
    func changes(_ change: Change, _ mode: String) async throws {
        let job = try Job(mode: mode)
        let outputs = try await prepare(change, job)
        let fault: String? =
            switch change {
            case .nothing, .neither, .bothOlder, .movedOutput, .respelledOutput: nil
            case .noState: mode == "append" ? "is missing: the run would append all records" : nil
            case .olderState: mode == "append" ? "records that this state does not know" : nil
            case .longerOutput: mode == "append" ? "cut the file with truncate -s " : nil
            case .noOutput, .newOutput, .secondSink: "is missing, and by "
            case .emptyOutput: "is empty, and by "
            case .damagedState, .emptyState: "the state is damaged"
            case .tornOutput, .olderOutput: "records are missing in it"
            case .otherOutput, .equalOutput: "Two pipelines need a state each"
            case .noSinkOfOutput: "which this run does not write"
            }
        let before = (try job.names(), job.read("state.json"), job.read("out.jsonl"), job.read("other.jsonl"))
        let report = try await job.run(outputs)
        let message = (report.failure as? PipelineFailure)?.message ?? ""
        if let fault {
            #expect(report.exitCode == 78 && message.contains(fault), "\(message)")
            #expect(message.contains("--accept-outputs") || message.contains("--reset-state"), "\(message)")
            #expect(try before == (job.names(), job.read("state.json"), job.read("out.jsonl"), job.read("other.jsonl")))
        } else {
            #expect(report.exitCode == 0, "\(message)")
            let own = change == .longerOutput ? [100] : []
            #expect(job.ids(outputs[0]) == Array(0..<9) + own)
            // The state and the output belong together again.
            job.addItems()
            #expect(try await job.run(outputs).exitCode == 0)
            #expect(job.ids(outputs[0]) == Array(0..<12) + own)
        }
    }

    @Test("are said by a check, and by a dry run", arguments: [Change.nothing, .noState, .noOutput])
    func checked(_ change: Change) async throws {
        let job = try Job(mode: "append")
        let outputs = try await prepare(change, job)
        #expect(try (job.plan(outputs).stateFault() == nil) == (change == .nothing))
    }

    @Test("take ways on that lose and double nothing: reading all into a new file, cutting, and accepting what is there")
    func waysOn() async throws {
        var job = try Job(mode: "append")
        _ = try await prepare(.noState, job)
        let refused = try await job.run("out.jsonl", all: true)
        #expect((refused.failure as? PipelineFailure)?.message.contains("a second time; move the file first") == true)
        try job.write(nil, to: "out.jsonl")
        #expect(try await job.run("out.jsonl", all: true).exitCode == 0)
        #expect(job.ids("out.jsonl") == Array(0..<9))

        job = try Job(mode: "append")
        _ = try await prepare(.olderState, job)
        let message = try #require((try await job.run("out.jsonl").failure as? PipelineFailure)?.message)
        let length = try #require(message.firstMatch(of: /truncate -s ([0-9]+)/).flatMap { Int($0.1) })
        try job.write(String((job.read("out.jsonl") ?? "").prefix(length)), to: "out.jsonl")
        #expect(try await job.run("out.jsonl").exitCode == 0)
        #expect(job.ids("out.jsonl") == Array(0..<9))

        // Rotated: the next run begins a new file with what is new.
        job = try Job(mode: "append")
        _ = try await prepare(.noOutput, job)
        #expect(try await job.run("out.jsonl", accepting: true).exitCode == 0)
        #expect(job.ids("out.jsonl") == [6, 7, 8])
        job.addItems()
        #expect(try await job.run("out.jsonl").exitCode == 0)
    }

    @Test("may begin with a file that was made by hand, and with a list without items") func handMade() async throws {
        var job = try Job(mode: "append")
        job.addItems()
        try job.write("{\"id\":100}\n", to: "out.jsonl")
        #expect(try await job.run("out.jsonl").exitCode == 78)
        #expect(try await job.run("out.jsonl", accepting: true).exitCode == 0)
        #expect(job.ids("out.jsonl") == [0, 1, 2, 100])
        job.addItems()
        #expect(try await job.run("out.jsonl").exitCode == 0)

        job = try Job(mode: "append")
        #expect(try await job.run("out.jsonl").exitCode == 0)
        #expect(try job.names() == ["out.jsonl", "state.json"])
        job.addItems()
        #expect(try await job.run("out.jsonl").exitCode == 0)
        try job.write(nil, to: "out.jsonl")
        #expect(try await job.run("out.jsonl").exitCode == 78)
    }

    @Test("of an earlier version, which stored no outputs, may have any that is not missing") func earlierVersion() async throws {
        let job = try Job(mode: "append")
        let outputs = try await prepare(.longerOutput, job)
        let state = (job.read("state.json") ?? "").replacing(#/  "outputs": .*\n/#, with: "")
        try job.write(state, to: "state.json")
        #expect(try await job.run(outputs).exitCode == 0)
        try job.write(state, to: "state.json")
        try job.write(nil, to: "out.jsonl")
        #expect(try await job.run(outputs).exitCode == 78)
    }
}

/// A sink of one file with the modes of `jsonl`.
private struct LinesSink: OutputSink {
    static let name = "lines"
    static let summary = "Writes lines."
    static let example = ""

    let output: FileOutput

    init(options: inout OptionReader) {
        let to = options.read("to", .output, help: "The file.")
        output = FileOutput(to, update: options.fileUpdate(of: to))
    }

    var hooks: Hooks { .none }
    var traits: SinkTraits { output.traits }
    var admission: Admission<(text: String, key: RecordKey?)> { .all }

    func render(_ record: Record, in context: RunContext) throws -> (text: String, key: RecordKey?) {
        (record.value.compactText, try output.key(of: record))
    }

    func write(_ documents: Batches<(text: String, key: RecordKey?)>) async throws {
        try await output.fill(from: documents, as: JSONLinesFormat(key: output.key)) { line, bytes in
            bytes += "\(line.text)\n".utf8
            return line.key
        }
    }
}
