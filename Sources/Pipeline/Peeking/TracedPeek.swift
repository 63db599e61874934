internal import Synchronization

/// A run that follows the first records of the source through all stages. It writes nothing.
///
/// The engine runs the stages as always. Between them, additional stages store the records (``TraceTap``). The ``RecordPlace`` of a record
/// connects its states between the stages.
package struct TracedPeek: Sendable {
    private let peek: Peek
    private let steps: [PipelinePlan.StageStep]
    private let taps: [TraceTap]

    /// Prepares the run. It opens no file.
    ///
    /// - Parameters:
    ///   - plan: The source and the stages. Its sinks are not used.
    ///   - count: The number of records to follow.
    ///   - programMemory: The memory limit of one jq program in bytes; nil for the limit of the pipeline file, or the default.
    ///   - observer: Receives warnings.
    ///   - context: The context of the run.
    ///   - isWanted: Whether a record of the source is one to follow. An error that it throws ends the run.
    package init(
        _ plan: PipelinePlan, count: Int, programMemory: Int? = nil, observer: any RunObserver, in context: RunContext,
        isWanted: @escaping @Sendable (Record) throws -> Bool
    ) {
        steps = plan.stages
        taps = (0...plan.stages.count).map { _ in TraceTap() }
        let stage = PeekStage(count: count, receive: isWanted)
        var traced = plan
        traced.stages = []
        traced.append(stream: stage)
        traced.append(taps[0])
        for (step, tap) in zip(plan.stages, taps.dropFirst()) {
            traced.stages.append(step)
            traced.append(tap)
        }
        peek = Peek(traced, endingAt: stage, followsRecords: true, programMemory: programMemory, observer: observer, in: context)
    }

    /// Runs to the end. Call this once.
    package func callAsFunction() async -> RunReport { await peek() }

    /// Stops the run, as ``PipelineRun/stop(signal:)`` does.
    package func stop(signal: Int32) { peek.stop(signal: signal) }

    /// The input that a source refused in front of the last record.
    package var refused: [Reject] { peek.rejects.filter { reject in !steps.contains { $0.common.path == reject.step } } }

    /// The traces of the records, after the run.
    ///
    /// - Parameter report: The report of the run.
    package func traces(_ report: RunReport) -> [RecordTrace] {
        let notes = TraceBuilder(taps: taps.map(\.records), steps: steps, observer: peek.observer, hasFailed: report.failure != nil)
        return notes.sources.map(notes.trace)
    }
}

/// The states of one record between the stages of a pipeline, and its end.
package struct RecordTrace: Sendable {
    /// The end of a record in the pipeline.
    package enum End: Sendable {
        /// The record is behind the last stage.
        case kept
        /// A stage dropped the record as intended.
        case filtered
        /// The run failed before a stage had processed the record.
        case unfinished
        /// A stage could not process the record.
        case rejected(reason: String)
        /// A stage could not process the record, which was dropped because of `on_error`.
        case skipped(reason: String)
        /// A stage replaced the record by these records.
        case made([RecordTrace])
    }

    /// The record in front of the stage ``first``, and behind each stage that passed it on.
    package let states: [Record]
    /// The number of the stage in front of which the trace begins.
    package let first: Int
    /// The end of the record: at the stage with the number `first + states.count - 1`, unless the record was kept.
    package let end: End
}

/// The records that a run has seen between its stages, with indexes by their places.
private struct TraceBuilder {
    /// The records in front of a stage, or behind the last one.
    private struct Tap {
        var records: [RecordPlace: Record] = [:]
        /// The records that a stage made, in order, keyed by the place of the record that they were made from.
        var children: [RecordPlace: [Record]] = [:]
        /// The last place in the order of the input.
        var last: RecordPlace?

        init(_ records: [Record]) {
            for record in records {
                self.records[record.place] = record
                if let parent = record.place.parent { children[parent, default: []].append(record) }
            }
            last = records.last?.place
        }
    }

    /// The records of the source.
    let sources: [Record]
    private let taps: [Tap]
    private let steps: [PipelinePlan.StageStep]
    /// The rejects, by the paths of their steps.
    private let rejects: [String: [RecordPlace: Reject]]
    /// The skipped records, by the paths of their steps and the texts of their origins.
    private let skips: [String: [String: RunWarning]]
    private let hasFailed: Bool

    /// - Parameters:
    ///   - taps: The records in front of each stage, and those behind the last one, in the order of the input.
    ///   - steps: The stages.
    ///   - observer: Has the rejects and the skipped records.
    ///   - hasFailed: Whether the run has failed, so that some records may be unfinished.
    init(taps: [[Record]], steps: [PipelinePlan.StageStep], observer: PeekObserver, hasFailed: Bool) {
        sources = taps[0]
        self.taps = taps.map(Tap.init)
        self.steps = steps
        self.hasFailed = hasFailed
        rejects = Dictionary(grouping: observer.rejects, by: \.step).mapValues { list in
            Dictionary(list.map { ($0.place, $0) }) { first, _ in first }
        }
        skips = Dictionary(grouping: observer.skips, by: \.step).mapValues { list in
            Dictionary(list.map { ($0.origin.description, $0) }) { first, _ in first }
        }
    }

    /// Follows a record of the source.
    func trace(_ record: Record) -> RecordTrace { trace(record, from: 0) }

    /// Follows a record through the stages, beginning with a given one.
    private func trace(_ record: Record, from first: Int) -> RecordTrace {
        var states = [record]
        for number in steps.indices.dropFirst(first) {
            let record = states[states.count - 1]
            guard let next = taps[number + 1].records[record.place] else {
                return RecordTrace(states: states, first: first, end: end(of: record, at: number))
            }
            states.append(next)
        }
        return RecordTrace(states: states, first: first, end: .kept)
    }

    /// The end of a record that a stage has not passed on.
    private func end(of record: Record, at number: Int) -> RecordTrace.End {
        let step = steps[number].common
        if let made = taps[number + 1].children[record.place] { return .made(made.map { trace($0, from: number + 1) }) }
        if let reject = rejects[step.path]?[record.place] {
            return .rejected(reason: reject.reason + (reject.programPlace.map { " (\($0.text))" } ?? ""))
        }
        if let text = skips[step.path]?[record.origin.description]?.text {
            return .skipped(reason: text.hasPrefix("\(step.type): ") ? String(text.dropFirst(step.type.count + 2)) : text)
        }
        guard hasFailed else { return .filtered }
        // The run has one worker: a stage that keeps the order has processed all records in front of one that it passed on.
        let isProcessed = !steps[number].isStreamStage && taps[number + 1].last.map { record.place < $0 } == true
        return isProcessed ? .filtered : .unfinished
    }
}

/// A stage that notes each record between two steps of a pipeline, and passes it on.
private struct TraceTap: Stage {
    static let name = "tap"
    static let summary = "Notes records between two steps."
    static let example = ""

    /// A class, because workers change it and the run reads it.
    private final class Log: Sendable {
        let records = Mutex<[Record]>([])
    }

    private let log = Log()

    init() {}
    init(options: inout OptionReader) {}

    var hooks: Hooks { .none }

    func process(_ record: inout Record) -> Verdict {
        let noted = record
        log.records.withLock { $0.append(noted) }
        return .keep
    }

    /// The records so far, in the order of the input.
    var records: [Record] { log.records.withLock { $0 }.sorted { $0.place < $1.place } }
}
