package import HTMLParsing
package import JSONParsing
internal import Synchronization

/// A run that shows the first records at a place of a pipeline. It reads no more of the source than it needs, and writes nothing.
package struct Peek: Sendable {
    /// The number of rejects after which a peek that has shown nothing ends: one mistake is the likely reason of all.
    package static let maxVainRejects = 20

    private let run: PipelineRun
    private let pace: SourceThrottle
    private let stage: PeekStage
    let observer: PeekObserver

    /// Prepares the run. It opens no file.
    ///
    /// - Parameters:
    ///   - plan: The source and the stages up to the place. Its sinks are not used.
    ///   - count: The number of records to show.
    ///   - programMemory: The memory limit of one jq program in bytes; nil for the limit of the pipeline file, or the default.
    ///   - observer: Receives warnings. ``rejects`` has the rejected records.
    ///   - context: The context of the run.
    ///   - receive: Receives each record at the place, in order, and returns whether it counts. An error that it throws ends the run.
    package init(
        _ plan: PipelinePlan, count: Int, programMemory: Int? = nil, observer: any RunObserver, in context: RunContext,
        receive: @escaping @Sendable (Record) throws -> Bool
    ) {
        let stage = PeekStage(count: count, receive: receive)
        var plan = plan
        plan.append(stream: stage)
        self.init(plan, endingAt: stage, followsRecords: false, programMemory: programMemory, observer: observer, in: context)
    }

    /// - Parameters:
    ///   - plan: The steps of the run, with `stage` among them.
    ///   - stage: The stage that ends the reading.
    ///   - followsRecords: Whether all rejects of stages are kept, without a limit.
    init(
        _ plan: PipelinePlan, endingAt stage: PeekStage, followsRecords: Bool, programMemory: Int?, observer: any RunObserver,
        in context: RunContext
    ) {
        self.stage = stage
        self.observer = PeekObserver(observer, followsRecords: followsRecords)
        var options = PipelineRun.Options()
        options.context = context
        options.writes = false
        options.hasRunOutputs = false
        options.guards = RunGuards()
        options.programMemory = programMemory
        pace = SourceThrottle { [observer = self.observer] in
            !followsRecords && stage.hasTakenNone && observer.rejectCount >= Self.maxVainRejects
        } wanted: {
            stage.wanted
        }
        options.pace = pace
        let plan = plan.replacing(sinks: [OutcomeSink(rejects: RejectQueue()) { _ in }])
        run = PipelineRun(plan, options: options, observer: self.observer, rejects: nil)
    }

    /// Runs to the end. Call this once.
    package func callAsFunction() async -> RunReport { await run.run() }

    /// Stops the run, as ``PipelineRun/stop(signal:)`` does.
    package func stop(signal: Int32) { run.stop(signal: signal) }

    /// Whether the run has read the source to its end.
    package var hasReadAll: Bool { stage.wanted > 0 && !hasGivenUp }

    /// Whether the run ended because all records were rejected so far.
    package var hasGivenUp: Bool { pace.hasEndedEarly }

    /// Records rejected before the last one shown, in input order.
    package var rejects: [Reject] {
        guard let end = stage.end else { return observer.rejects }
        return observer.rejects.filter { $0.place < end }
    }
}

/// Collects the records that were rejected or skipped. A peek shows them after the others. A class, because the parts of the run share it.
final class PeekObserver: RunObserver {
    private struct State {
        var rejects: [Reject] = []
        var skips: [RunWarning] = []
        /// The number of records that the source refused.
        var refusedCount = 0
        /// The number of all rejects.
        var rejectCount = 0
    }

    /// The limit of rejects and of skipped records in memory. A peek that finds more shows the first ones.
    private static let maxKept = 1000

    private let next: any RunObserver
    /// Whether the peek follows its records through the stages, so that it needs each of their rejects. They need no limit, because the
    /// peek keeps its records in memory anyway.
    private let followsRecords: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - next: Receives all warnings.
    ///   - followsRecords: Whether all rejects of stages are kept, without a limit.
    init(_ next: any RunObserver, followsRecords: Bool) {
        self.next = next
        self.followsRecords = followsRecords
    }

    func warn(_ warning: RunWarning) {
        if warning.kind == .skipped {
            state.withLock { if followsRecords || $0.skips.count < Self.maxKept { $0.skips.append(warning) } }
        }
        next.warn(warning)
    }

    func reject(_ reject: Reject) {
        state.withLock { state in
            state.rejectCount += 1
            let isRefused = reject.step == "source"
            if isRefused { state.refusedCount += 1 }
            let count = followsRecords ? state.refusedCount : state.rejects.count + 1
            if count <= Self.maxKept || followsRecords && !isRefused { state.rejects.append(reject) }
        }
    }

    /// The rejected records in the order of the input.
    var rejects: [Reject] { state.withLock { $0.rejects }.sorted { $0.place < $1.place } }

    /// The number of all rejects.
    var rejectCount: Int { state.withLock { $0.rejectCount } }

    /// The skipped records, in the order of their steps' work.
    var skips: [RunWarning] { state.withLock { $0.skips } }
}

/// A stream stage that hands records to a closure, and ends the reading after a number of them.
struct PeekStage: StreamStage {
    static let name = "peek"
    static let summary = "Shows the first records."
    static let example = ""

    /// A class, because the stage changes it and the run reads it.
    private final class Progress: Sendable {
        struct State {
            var left: Int
            var last: RecordPlace?
            /// Whether a record came after one with a later place.
            var isReordered = false
        }

        let state: Mutex<State>

        init(count: Int) { state = Mutex(State(left: count)) }
    }

    private let receive: @Sendable (Record) throws -> Bool
    private let progress: Progress

    /// - Parameters:
    ///   - count: The number of records that the stage takes.
    ///   - receive: Receives each record, and returns whether it counts. Others are dropped.
    init(count: Int, receive: @escaping @Sendable (Record) throws -> Bool) {
        self.receive = receive
        progress = Progress(count: count)
    }

    /// Creates a stage that takes no record. Only code can pass a closure.
    init(options: inout OptionReader) { self.init(count: 0) { _ in false } }

    /// The number of records that the stage still takes.
    var wanted: Int { progress.state.withLock { $0.left } }

    /// Whether no record has counted so far.
    var hasTakenNone: Bool { progress.state.withLock { $0.last == nil } }

    /// The place of the last record, once the stage has all records that it wanted; nil if the input ended before that, or if the order has
    /// changed.
    var end: RecordPlace? { progress.state.withLock { $0.left > 0 || $0.isReordered ? nil : $0.last } }

    var hooks: Hooks { .none }
    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        if wanted == 0 { return }
        for try await batch in input {
            for record in batch {
                guard try receive(record) else { continue }
                let isLast = progress.state.withLock { state in
                    if let last = state.last, record.place < last { state.isReordered = true }
                    state.last = record.place
                    state.left -= 1
                    return state.left == 0
                }
                try await output.send(record)
                if isLast { return }
            }
        }
    }
}

extension Record {
    /// The whole content, with each document that a stage has made as a text of the caller's choice.
    ///
    /// - Parameter text: Returns the text of a document.
    package func value(showing text: (HTMLDocument) -> String) -> JSONValue {
        let made = documents.filter(\.isAuthoritative)
        guard !made.isEmpty else { return value }
        var shown = self
        for field in made {
            let path = FieldPath(steps: ([field.key.name] + field.inner).map { .key($0) })
            // Setting succeeds, as it did when the document was set. Otherwise the document stays HTML.
            try? shown.set(path, to: .string(text(field.document)))
        }
        return shown.value
    }
}
