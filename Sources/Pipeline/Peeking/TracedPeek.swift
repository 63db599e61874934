/// A run that follows the first records of the source through all stages. It writes nothing.
///
/// The engine runs the stages as ever. Between them stand stages that note the records (``TraceTap``), and the places of the records connect
/// a record with what became of it.
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
    ///   - isWanted: Whether a record of the source is one to follow. An error that it throws ends the run.
    package init(
        _ plan: PipelinePlan, count: Int, programMemory: Int? = nil, observer: any RunObserver,
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
        peek = Peek(traced, endingAt: stage, followsRecords: true, programMemory: programMemory, observer: observer)
    }

    /// Runs to the end. Call this once.
    package func callAsFunction() async -> RunReport { await peek() }

    /// Stops the run, as ``PipelineRun/stop(signal:)`` does.
    package func stop(signal: Int32) { peek.stop(signal: signal) }

    /// The input that the source refused in front of the last record.
    package var refused: [Reject] { peek.rejects.filter { $0.step == "source" } }

    /// The ways of the records, after the run.
    ///
    /// - Parameter report: The report of the run.
    package func traces(_ report: RunReport) -> [RecordTrace] {
        let notes = TraceNotes(taps: taps.map(\.records), steps: steps, observer: peek.observer, hasFailed: report.failure != nil)
        return notes.sources.map(notes.trace)
    }
}
