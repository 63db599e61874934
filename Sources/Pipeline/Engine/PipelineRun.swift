import Synchronization

/// One run of a pipeline: makes the channels, starts the parts, and says how it ended.
///
/// Held by the caller, who may stop it from a signal handler while it runs; so a class.
package final class PipelineRun: Sendable {
    /// What a run is told beside the plan.
    package struct Options: Sendable {
        /// Workers in a segment.
        package var jobs = 1
        /// Records that are read at most.
        package var limit: Int?
        /// Whether sinks write; without, everything is done up to there.
        package var writes = true
        /// Where rejected records go; nil only counts them.
        package var rejectsPath: String?

        package init() {}
    }

    private let plan: PipelinePlan
    private let options: Options
    private let journal: RunJournal
    private let rejects: RejectsFile?
    private let lanes: [any SinkLane]
    private let sourceOutput = Channel<RecordBatch>()
    private let interruption = Mutex<Interrupted?>(nil)

    /// Prepares a run. Nothing is opened yet.
    package init(_ plan: PipelinePlan, options: Options, observer: any RunObserver) {
        self.plan = plan
        self.options = options
        rejects = options.writes ? options.rejectsPath.map { RejectsFile(path: $0) } : nil
        journal = RunJournal(observer: observer, rejects: rejects)
        lanes = plan.sinks.map { Self.lane($0.component, $0.common) }
    }

    private static func lane(_ sink: some Sink, _ common: PipelinePlan.Common) -> any SinkLane { TypedSinkLane(sink, common) }

    /// The counts at this moment.
    package var counts: RunCounts {
        var counts = journal.counts
        counts.written = lanes.map(\.written).min() ?? 0
        return counts
    }

    /// Ends the reading; what is on its way is finished, and what must appear whole stays as it was.
    ///
    /// - Parameter signal: The signal's number, which makes the exit code.
    package func stop(signal: Int32) {
        interruption.withLock { if $0 == nil { $0 = Interrupted(signal: signal) } }
        sourceOutput.finish(throwing: Interrupted(signal: signal))
    }

    /// Runs to the end.
    package func run() async -> RunReport {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await runSource() }
            var channel = sourceOutput
            var stages = plan.stages[...]
            while true {
                let stateless = Array(stages.prefix { if case .streamStage = $0.component { false } else { true } })
                stages = stages.dropFirst(stateless.count)
                guard let step = stages.popFirst(), case .streamStage(let stage) = step.component else {
                    addSegment(stateless, input: channel, output: .sinks(lanes), to: &group)
                    break
                }
                if !stateless.isEmpty {
                    let next = Channel<RecordBatch>()
                    addSegment(stateless, input: channel, output: .records(next), to: &group)
                    channel = next
                }
                let next = Channel<RecordBatch>()
                let part = StreamPart(stage: stage, input: channel, output: next, journal: journal)
                group.addTask { await part.run() }
                channel = next
            }
            for lane in lanes {
                group.addTask { [self] in
                    do {
                        try await lane.run(writes: options.writes)
                    } catch {
                        journal.fail(error)
                    }
                }
            }
        }
        return report()
    }

    private func addSegment(
        _ stages: [PipelinePlan.StageStep], input: Channel<RecordBatch>, output: Segment.Output, to group: inout TaskGroup<Void>
    ) {
        let segment = Segment(stages: stages, input: input, output: output, journal: journal)
        group.addTask { [options] in await segment.run(workers: options.jobs) }
    }

    private func runSource() async {
        guard let source = plan.source else { return sourceOutput.finish() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await read(source.component) }
            group.addTask { [self] in await sourceOutput.untilOver() }
            await group.next()
            group.cancelAll()
        }
    }

    private func read(_ source: some Source) async {
        let name = type(of: source).name
        var writer = RecordWriter(
            into: sourceOutput, sourceName: name, limit: options.limit, onRefuse: { [journal] in journal.book(Reject(source: name, $0)) },
            onSend: { [journal] sent in journal.count { $0.read += sent } })
        var failure: (any Error)?
        do {
            try await source.run(into: &writer)
        } catch {
            failure = error
        }
        try? await writer.flush()  // records in front of a fault are delivered
        let isStopped = failure is ReadingStopped || sourceOutput.closing != nil
        if isStopped || interruption.withLock({ $0 }) != nil { failure = nil }
        if let failure { journal.fail(failure) }
        sourceOutput.finish(throwing: failure)
    }

    private func report() -> RunReport {
        let interrupted = interruption.withLock { $0 }
        if let interrupted { journal.fail(interrupted) }
        var rejectsPath: String?
        do {
            if let rejects, try rejects.close() { rejectsPath = rejects.path }
        } catch {
            journal.fail(error)
        }
        var counts = counts
        let isWholeOnly = plan.sinks.contains { $0.component.appearsWhole }
        if journal.failure != nil {
            if isWholeOnly { counts.written = 0 }
            counts.unfinished = counts.read + counts.made - counts.written - counts.filtered - counts.rejected - counts.skipped
        }
        let steps: [(String, any Component)] =
            (plan.source.map { [("source", $0.component)] } ?? []) + plan.stages.map { ($0.common.path, $0.component.component) }
            + plan.sinks.map { ($0.common.path, $0.component) }
        let notes = steps.flatMap { _, component in component.notes.map { "\(type(of: component).name): \($0)" } }
        return RunReport(counts: counts, failure: journal.failure, rejectsPath: rejectsPath, notes: notes)
    }
}

/// A signal ended the run.
package struct Interrupted: Error, Equatable, CustomStringConvertible {
    package let signal: Int32

    package var description: String { "stopped by a signal" }
}
