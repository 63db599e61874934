/// A run that follows the first records of the source through all stages. It writes nothing.
///
/// The engine runs the stages as ever. Between them stand stages that note the records (``TraceTap``), and the places of the records connect
/// a record with what became of it.
package struct TracedPeek: Sendable {
    private let peek: Peek
    private let steps: [PipelinePlan.Common]
    private let taps: [TraceTap]

    /// Prepares the run. It opens no file.
    ///
    /// - Parameters:
    ///   - plan: The source and the stages. Its sinks are not used.
    ///   - count: The number of records to follow.
    ///   - programMemory: The memory limit of one jq program in bytes; nil for the limit of the pipeline file, or the default.
    ///   - observer: Receives warnings.
    ///   - isWanted: Whether a record of the source is one to follow. An error that it throws ends the run.
    package init(
        _ plan: PipelinePlan, count: Int, programMemory: Int? = nil, observer: any RunObserver,
        isWanted: @escaping @Sendable (Record) throws -> Bool
    ) {
        steps = plan.stages.map(\.common)
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
        peek = Peek(traced, endingAt: stage, programMemory: programMemory, observer: observer)
    }

    /// Runs to the end. Call this once.
    package func callAsFunction() async -> RunReport { await peek() }

    /// Stops the run, as ``PipelineRun/stop(signal:)`` does.
    package func stop(signal: Int32) { peek.stop(signal: signal) }

    /// The input that the source refused in front of the last record.
    package var refused: [Reject] { peek.rejects.filter { $0.step == "source" } }

    /// The ways of the records, after the run.
    package var traces: [RecordTrace] {
        let records = taps.map(\.records)
        let rejects = peek.observer.rejects
        return records[0].map { trace($0, from: 0, records, rejects) }
    }

    /// Follows a record from the stage in front of which it stands.
    private func trace(_ record: Record, from first: Int, _ records: [[Record]], _ rejects: [Reject]) -> RecordTrace {
        var states = [record]
        for (number, step) in steps.enumerated().dropFirst(first) {
            let place = states[states.count - 1].place
            if let next = records[number + 1].first(where: { $0.place == place }) {
                states.append(next)
                continue
            }
            let made = records[number + 1].filter { $0.place.isChild(of: place) }
            let end: RecordTrace.End
            if !made.isEmpty {
                end = .made(made.map { trace($0, from: number + 1, records, rejects) })
            } else if let reject = rejects.first(where: { $0.place == place && $0.step == step.path }) {
                end = .rejected(reason: reject.reason + (reject.programPlace.map { " (\($0.text))" } ?? ""))
            } else if let reason = peek.observer.skipReason(step, record.origin) {
                end = .skipped(reason: reason)
            } else {
                end = .filtered
            }
            return RecordTrace(states: states, first: first, end: end)
        }
        return RecordTrace(states: states, first: first, end: .kept)
    }
}

extension RecordPlace {
    /// Whether a stage made the record at this place from the one at another place.
    fileprivate func isChild(of parent: RecordPlace) -> Bool {
        number == parent.number && branch.count == parent.branch.count + 1 && branch.starts(with: parent.branch)
    }
}
