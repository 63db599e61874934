/// A run that shows the first records at a place of a pipeline. It reads no more of the source than it needs, and writes nothing.
package struct Peek: Sendable {
    /// The number of rejects after which a peek that has shown nothing ends: one mistake is the likely reason of all.
    package static let maxVainRejects = 20

    private let run: PipelineRun
    private let pace: RunPace
    private let stage: PeekStage
    let observer: PeekObserver

    /// Prepares the run. It opens no file.
    ///
    /// - Parameters:
    ///   - plan: The source and the stages up to the place. Its sinks are not used.
    ///   - count: The number of records to show.
    ///   - programMemory: The memory limit of one jq program in bytes; nil for the limit of the pipeline file, or the default.
    ///   - observer: Receives warnings. ``rejects`` has the rejected records.
    ///   - receive: Receives each record at the place, in order, and returns whether it counts. An error that it throws ends the run.
    package init(
        _ plan: PipelinePlan, count: Int, programMemory: Int? = nil, observer: any RunObserver,
        receive: @escaping @Sendable (Record) throws -> Bool
    ) {
        let stage = PeekStage(count: count, receive: receive)
        var plan = plan
        plan.append(stream: stage)
        self.init(plan, endingAt: stage, followsRecords: false, programMemory: programMemory, observer: observer)
    }

    /// - Parameters:
    ///   - plan: The steps of the run, with `stage` among them.
    ///   - stage: The stage that ends the reading.
    ///   - followsRecords: Whether the rejects of stages have no limit.
    init(
        _ plan: PipelinePlan, endingAt stage: PeekStage, followsRecords: Bool, programMemory: Int?, observer: any RunObserver
    ) {
        self.stage = stage
        self.observer = PeekObserver(observer, followsRecords: followsRecords)
        var options = PipelineRun.Options()
        options.writes = false
        options.hasRunOutputs = false
        options.guards = RunGuards()
        options.programMemory = programMemory
        pace = RunPace { [observer = self.observer] in
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
