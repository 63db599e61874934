import Foundation
import Pipeline
import Sinks
import SourcesRemote
import Stages
import Synchronization
import TestSupport
import Testing

/// Values that a test collects from several tasks.
private final class Collected<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])
    var values: [Value] { list.withLock { $0 } }
    func append(_ value: Value) { list.withLock { $0.append(value) } }
}

/// Stores the warnings and rejects of a run.
private final class Listener: RunObserver {
    let warnings = Collected<String>()
    let rejects = Collected<String>()
    func warn(_ warning: RunWarning) { warnings.append(warning.text) }
    func reject(_ reject: Reject) { rejects.append("\(reject.step): \(reject.reason)") }
}

@Suite("A pipeline in a program") struct EmbeddingTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static var registry: Registry {
        var registry = Registry()
        registry.addStages()
        registry.addSources()
        registry.add(Upcase.self)
        registry.add(Joined.self)
        return registry
    }

    private func collect(_ plan: PipelinePlan, _ records: [Record], jobs: Int = 1) async -> (outcomes: [String], report: RunReport) {
        let collected = Collected<String>()
        let report = await plan.process(records, jobs: jobs) { outcome in
            switch outcome {
            case .kept(let record): collected.append(record.value.compactText)
            case .rejected(let reject): collected.append("\(reject.stage) rejects item \(reject.origin.item): \(reject.reason)")
            }
        }
        return (collected.values, report)
    }

    @Test("is read from a file, runs, and reports counts") func file() async throws {
        try folder.write("a b\nc\n", to: "words.txt")
        try folder.write(
            #"""
            {"parameters": {"from": {"default": "words.txt"}}, "source": {"type": "lines", "from": {"$param": "from"}},
             "stages": [{"type": "upcase"}], "sinks": [{"type": "joined", "to": "out.txt"}]}
            """#, to: "p.json")
        let plan = try PipelinePlan(contentsOf: folder.file("p.json").path, registry: Self.registry)
        let report = await plan.run(jobs: 2)
        #expect(report.failure == nil)
        #expect(report.counts.read == 2 && report.counts.written == 2)
        #expect(report.exitCode == 0)
        #expect(try folder.read("out.txt") == "A B|C|")
    }

    @Test("reads a second source where a stage of a plug-in, or a built-in one, asks for it") func secondSource() async throws {
        var registry = Self.registry
        registry.add(Countdown.self)
        registry.add(Announced.self)
        let plan = try PipelinePlan(
            json: #"""
                {"stages": [{"type": "announced", "by": {"type": "countdown", "from": 2}},
                            {"type": "join", "with": {"type": "countdown", "from": 1}, "by": ".text", "into": "end"}]}
                """#, registry: registry, isStagesOnly: true)
        let (outcomes, report) = await collect(plan, [Record(["text": "go"])])
        #expect(
            outcomes == [
                #"{"text":"2 to go","end":null}"#, #"{"text":"1 to go","end":{"text":"1 to go"}}"#, #"{"text":"go","end":null}"#,
            ])
        #expect(report.counts.line == "read 1 + made 2 = written 3 + filtered 0 + rejected 0")
    }

    @Test("takes built-in components by their names, with locked outputs") func builtIn() async throws {
        try folder.write("{\"title\":\"A\"}\n{\"title\":\"\"}\n", to: "in.jsonl")
        var registry = Self.registry
        registry.addSinks()
        var plan = try PipelinePlan(
            name: "titles", source: "json", json: #"{"from": "\#(folder.file("in.jsonl").path)"}"#, from: registry)
        try plan.append(stage: "filter", json: #"{"where": ".title != \"\""}"#, from: registry)
        try plan.append(stage: "dedupe", json: #"{"by": ".title"}"#, from: registry)
        try plan.append(sink: "jsonl", json: #"{"to": "\#(folder.file("out.jsonl").path)"}"#, from: registry)
        #expect(await plan.run(jobs: 2).counts.line == "read 2 = written 1 + filtered 1 + rejected 0")
        #expect(try folder.read("out.jsonl") == "{\"title\":\"A\"}\n")
        #expect(throws: PipelineFileError.self) { try plan.append(stage: "filer", json: "{}", from: registry) }
        #expect(throws: PipelineFileError.self) { try plan.append(sink: "jsonl", json: #"{"too": 1}"#, from: registry) }
    }

    @Test("keeps the guards and the rejects of its file, and asks a limited run for no least number") func guards() async throws {
        let json = #"""
            {"min_records": 5, "rejects": "\#(folder.file("bad.jsonl").path)", "source": {"type": "lines", "from": "\#(folder.file("in.txt").path)"},
             "stages": [{"type": "failing", "kind": "worded"}], "sinks": [{"type": "joined", "to": "\#(folder.file("out.txt").path)"}]}
            """#
        try folder.write("a\nb\n", to: "in.txt")
        var registry = Self.registry
        registry.add(Failing.self)
        let few = try PipelinePlan(json: json.replacing("failing\", \"kind\": \"worded", with: "upcase"), registry: registry)
        #expect(await few.run().exitCode == 65)
        #expect(await few.run(limit: 2).exitCode == 0)
        let failing = try PipelinePlan(json: json.replacing("\"min_records\": 5", with: "\"allow_rejects\": 1"), registry: registry)
        #expect(await failing.run(limit: 1).exitCode == 65)
    }

    @Test("shows the progress of its source, also where a stage reads something else") func nestedProgress() async throws {
        try folder.write("{\"name\":\"a\"}\n{\"name\":\"a\"}\n", to: "in.jsonl")
        try folder.write("note", to: "notes/a")
        var plan = try PipelinePlan(
            name: "notes", source: "json", json: #"{"from": "\#(folder.file("in.jsonl").path)"}"#, from: Self.registry)
        plan.append(async: try LookUp(json: #"{"folder": "\#(folder.file("notes").path)"}"#))
        plan.append(sink: try Joined(json: #"{"to": "/dev/null", "field": "content"}"#))
        let progress = InputProgress()
        let report = await plan.run(in: RunContext(progress: progress))
        #expect(report.counts.written == 2)
        #expect(progress.share == 1)
    }

    /// A source and a sink whose files have defaults.
    private struct ReadsDefault: Source {
        static let name = "reads_default"
        static let summary = "Reads a file."
        static let example = ""
        init(options: inout OptionReader) { _ = options.read("from", .input, default: Input("same.jsonl"), help: "The file.") }
        var hooks: Hooks { .none }
        var continuation: SourceContinuation { .none }

        func run(into output: inout RecordWriter) async throws {}
    }

    @Test("does not replace its input, where both have the same default") func defaults() throws {
        var registry = Self.registry
        registry.addSinks()
        registry.add(ReadsDefault.self)
        let json = #"{"source": {"type": "reads_default"}, "sinks": [{"type": "jsonl", "to": "same.jsonl"}]}"#
        let error = #expect(throws: PipelineFileError.self) { _ = try PipelinePlan(json: json, registry: registry) }
        #expect(error?.messages.first?.contains("this output would replace what source.from reads") ?? false, "\(error?.messages ?? [])")
    }

    @Test("does not begin with two sinks on one file, without a source, or without a sink") func wrongPlans() async throws {
        let out = folder.file("out.txt").path
        var plan = PipelinePlan(name: "twice", source: RecordsSource([Record(["text": "a"])]))
        #expect(await plan.run().exitCode == 70)
        plan.append(sink: try Joined(json: #"{"to": "\#(out)"}"#))
        #expect(await plan.run(jobs: 0).counts.written == 1)
        plan.append(sink: try Joined(json: #"{"to": "\#(out)"}"#))
        let report = await plan.run()
        #expect(report.exitCode == 73)
        #expect("\(report.failure.map { "\($0)" } ?? "")".contains("one of the two would be lost"))
    }

    @Test("stops between two records of a batch when its task is cancelled") func cancelsReceiver() async throws {
        let seen = Collected<Int>()
        let records = (1...256).map { Record(.number(JSONNumber($0))) }
        let report = await withTaskGroup(of: RunReport.self) { group in
            group.addTask {
                await PipelinePlan(name: "slow").process(records) { _ in
                    seen.append(1)
                    while seen.values.count == 3, !Task.isCancelled { await Task.yield() }
                }
            }
            while seen.values.count < 3 { await Task.yield() }
            group.cancelAll()
            return await group.next()
        }
        #expect(seen.values.count == 3)
        #expect(report?.exitCode == 75)
    }

    @Test("says everything that is wrong with a file") func wrongFile() throws {
        let json = #"{"source": {"type": "lines", "from": "x", "form": 1}, "stages": [{"type": "upcas"}], "sinks": []}"#
        let error = #expect(throws: PipelineFileError.self) { _ = try PipelinePlan(json: json, name: "p.json", registry: Self.registry) }
        #expect(
            error?.messages.first
                == #"p.json:1:43: source.form: the source "lines" has no option "form"; did you mean "from"?"#)
        #expect(error?.messages.count == 3)
    }

    @Test("is built in code") func code() async throws {
        var plan = PipelinePlan(name: "code", source: try Countdown(json: #"{"from": 2}"#))
        plan.append(try Upcase(json: "{}"))
        plan.append(stream: try Reverse(json: "{}"))
        plan.append(sink: try Joined(json: #"{"to": "\#(folder.file("out.txt").path)"}"#))
        let report = await plan.run(jobs: 3)
        #expect(report.counts.line == "read 2 = written 2 + filtered 0 + rejected 0")
        #expect(try folder.read("out.txt") == "1 TO GO|2 TO GO|")
    }

    @Test("carries records in memory, with rejects as values, in order", arguments: [1, 2, 5]) func records(jobs: Int) async throws {
        let json = #"""
            {"stages": [{"type": "filter", "where": ".n != 2"},
                        {"type": "map", "to": "if .n == 3 then error(\"three\") else .n, .n end"}]}
            """#
        let plan = try PipelinePlan(json: json, registry: Self.registry, isStagesOnly: true)
        let (outcomes, report) = await collect(plan, (1...4).map { Record(["n": .number(JSONNumber($0))]) }, jobs: jobs)
        #expect(outcomes.sorted() == ["1", "1", "4", "4", "map rejects item 3: three"])
        #expect(outcomes.filter { $0.count == 1 } == ["1", "1", "4", "4"])
        #expect(report.counts.line == "read 4 + made 2 = written 4 + filtered 1 + rejected 1")
    }

    @Test("takes records of an asynchronous sequence as it has room for them") func sequence() async throws {
        let numbers = AsyncStream<Record> { continuation in
            for number in 1...1000 { continuation.yield(Record(.number(JSONNumber(number)))) }
            continuation.finish()
        }
        let count = Mutex(0)
        let report = await PipelinePlan(name: "stream").process(numbers) { _ in count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1000)
        #expect(report.counts.written == 1000)
    }

    @Test("ends with the error that its receiver throws") func receiverFails() async throws {
        struct Enough: Error {}
        let report = await PipelinePlan(name: "failing").process((1...100).map { Record(.number(JSONNumber($0))) }) { _ in throw Enough() }
        #expect(report.failure != nil)
        #expect(report.counts.addUp)
    }

    @Test("stops when its task is cancelled") func cancelled() async throws {
        let endless = AsyncStream<Record> { Record(["text": "more"]) }
        let seen = Collected<Int>()
        let report = await withTaskGroup(of: RunReport.self) { group in
            group.addTask { await PipelinePlan(name: "endless").process(endless) { _ in seen.append(1) } }
            while seen.values.isEmpty { await Task.yield() }
            group.cancelAll()
            return await group.next()
        }
        #expect(report?.failure != nil)
        #expect(report?.exitCode == 75)
    }

    @Test("tells an observer of rejects, and the progress of its input") func observer() async throws {
        try folder.write("1\n2\n", to: "n.jsonl")
        var plan = PipelinePlan(name: "observed", source: try Words(json: #"{"from": "\#(folder.file("n.jsonl").path)"}"#))
        plan.append(try Failing(json: #"{"kind": "worded"}"#))
        plan.append(sink: try Joined(json: #"{"to": "/dev/null"}"#))
        let listener = Listener()
        let progress = InputProgress()
        let report = await plan.run(observer: listener, in: RunContext(progress: progress))
        #expect(report.counts.rejected == 2)
        #expect(listener.rejects.values == ["stages[0]: the moon is not full", "stages[0]: the moon is not full"])
        #expect(progress.share == 1)
    }
}
