internal import JSONQuery

/// One run of a pipeline: creates the channels, starts the parts, and reports the result.
///
/// ``PipelinePlan/run(jobs:limit:rejects:observer:in:)`` is the short form. With this type, a program can also show the counts during the
/// run. A class, because the caller may stop it from a signal handler while it runs.
public final class PipelineRun: Sendable {
    /// The settings of a run that are not in the plan.
    public struct Options: Sendable {
        /// The number of workers in each segment. With one, all work of the run shares a serial executor.
        public var jobs = 1
        /// The largest number of records to read; nil for all.
        public var limit: Int?
        /// Whether sinks write. If not, the run does everything else, as `--dry-run`.
        public var writes = true
        /// Whether the source and the stages write outputs of their own (``RunOutput``). A preview does not, because only its sinks are
        /// redirected.
        package var hasRunOutputs = true
        /// Whether a run of an incremental source takes its outputs as they are, even if they do not match its state: they are missing,
        /// older or newer, or the state is missing.
        public var acceptsOutputs = false
        /// Collects what a run would change, if it does not write; nil for nothing. Outputs that support it take part, and write nothing.
        package var plan: PlannedChanges?
        /// The context that the run passes to its components.
        public var context = RunContext()
        /// The destination of rejected records.
        public var rejects = RejectsDestination.none
        /// The conditions that are checked before the outputs are renamed; nil: those of the plan. In a run with a limit, the minimum
        /// number of records is not checked.
        public var guards: RunGuards?
        /// The longest time to wait for another run that writes one of the outputs.
        public var patience = Duration.zero
        /// The memory limit of one jq program in bytes; nil for the limit of the pipeline file, or the default.
        public var programMemory: Int?
        /// Keeps the source from reading more than the run needs; nil for a source that reads ahead.
        var pace: SourceThrottle?
        /// Receives the rejects, and proves the end of the run; nil for a run whose output is no envelope.
        package var envelope: Envelope?
        /// The shard of the records that the run processes.
        package var shard = Shard.whole
        /// Writes the end record of the shard; nil for a run that leaves none.
        package var shardEnd: ShardEndWriter?
        /// The time that jq programs get from `now`, in seconds since 1970; nil for that of the system.
        package var now: Double?

        /// Creates settings with one worker, all records and no rejects file.
        public init() {}
    }

    let plan: PipelinePlan
    private let options: Options
    private let context: RunContext
    let guards: RunGuards
    let journal: RunJournal
    let rejects: (any RejectsOutput)?
    private let commitPoint: CommitPoint
    let sinks: [any AnySinkRunner]
    private let parts: [any StageRunner]
    private let sourceOutput = Channel<RecordBatch>()
    /// Tells jq programs when to stop.
    private let programs: QueryContext

    /// Prepares a run. It opens no file.
    ///
    /// - Parameters:
    ///   - plan: The pipeline.
    ///   - options: The settings of the run.
    ///   - observer: Receives warnings and rejected records during the run.
    public convenience init(_ plan: PipelinePlan, options: Options, observer: any RunObserver) {
        if let path = options.rejects.path {
            plan.outputPaths.protect([path, RejectsFile.failedPath(beside: path)], as: "the rejects file", isWritten: true)
        }
        let rejects =
            options.writes || options.plan != nil
            ? options.rejects.output(isIncremental: plan.isIncremental, plan: options.plan?.plan(of: PlannedChanges.rejects)) : nil
        let receiver: (any RejectsOutput)? = if let envelope = options.envelope { envelope } else { rejects }
        self.init(plan, options: options, observer: observer, rejects: receiver)
    }

    /// - Parameter rejects: Receives the rejected records.
    init(_ plan: PipelinePlan, options: Options, observer: any RunObserver, rejects: (any RejectsOutput)?) {
        let plan = plan.numberingSteps()
        var guards = options.guards ?? plan.guards
        if options.limit != nil { guards.minRecords = 0 }
        self.guards = guards
        let journal = RunJournal(
            plan.emptyLedger, observer: observer, rejects: rejects, secrets: plan.secrets, learnedSecrets: plan.learnedSecrets)
        let hasWholeOutputs = plan.sinks.contains { $0.component.traits.appearsWhole }
        let hasRunOutputs = options.hasRunOutputs && (options.writes || options.plan != nil)
        let outputs = RunOutputs(of: hasRunOutputs ? plan : nil, in: options.plan)
        let commitPoint = CommitPoint(count: plan.sinks.count, outputs: outputs) { [guards] in
            if let failure = journal.failure { throw failure }
            let passesRecords = outputs.passesRecords && Self.partReason(options, journal) == nil
            // A dry run may have a limit, with which a run that writes does not begin.
            let hasState = hasRunOutputs && (options.writes || options.limit == nil)
            if plan.isIncremental, hasState, !passesRecords, journal.delivered > 0,
                let sink = plan.sinks.first(where: { $0.component.traits.update == .append })
            {
                throw Self.appendsTwice(sink.common)
            }
            // Only a run that reads all records again, to the end, finds every earlier reject again.
            let appends = plan.isIncremental && !(plan.readsAll && passesRecords)
            journal.countRejectsAsFiltered(try rejects?.dropped(upTo: journal.cut) ?? [:])
            var counts = journal.counts
            counts.written = journal.delivered
            do {
                try guards.check(
                    counts, unavailable: journal.unavailable, first: counts.rejected > 0 ? journal.firstReject : nil,
                    hasWholeOutputs: hasWholeOutputs, hasState: plan.isIncremental)
            } catch let failure as PipelineFailure {
                throw Self.keep(rejects, of: journal, after: failure)
            }
            try rejects?.prepare(upTo: journal.cut, appends: appends)
            let isLimited = Self.partReason(options, journal) != nil
            let steps = journal.ledger.final(written: plan.sinks.map { _ in journal.delivered })
            try options.envelope?.finish(counts, steps, isLimited: isLimited)
            try options.shardEnd?.prepare(counts, steps, isLimited: isLimited)
            outputs.markState(plan.preparedMarks)
        }
        self.plan = plan
        var options = options
        options.jobs = max(1, options.jobs)
        self.options = options
        self.journal = journal
        self.rejects = rejects
        self.commitPoint = commitPoint
        programs = QueryContext(maxMemory: options.programMemory ?? plan.programMemory, now: options.now).logging { message, host in
            if let warning = RunWarning(message, of: host) { journal.warn(warning) }
        }
        var context = options.context
        context.secrets = plan.learnedSecrets
        context.stageOutputs = outputs.ofStages
        if context.opener == nil { context.opener = plan.opener?.init() }
        self.context = context
        sinks = plan.sinks.enumerated().map { [runPlan = options.plan] number, step in
            Self.sink(
                step.component, step.common, number: number, commitPoint: commitPoint, journal: journal,
                context: context.planned(by: runPlan?.plan(of: step.common.path)))
        }
        parts = Self.parts(plan, workers: options.jobs, input: sourceOutput, sinks: sinks, journal: journal, context: context)
        // Checked upstream first: once all earlier parts are idle, a later part cannot receive a batch.
        options.pace?.watch { [parts, sinks] in parts.allSatisfy(\.isIdle) && sinks.allSatisfy(\.isIdle) }
    }

    private static func sink(
        _ sink: some Sink, _ common: StepProperties, number: Int, commitPoint: CommitPoint, journal: RunJournal, context: RunContext
    ) -> any AnySinkRunner {
        SinkRunner(sink, common, number: number, commitPoint: commitPoint, journal: journal, context: context)
    }

    /// Cuts the stages into segments, asynchronous stages and stream stages. The last part is the segment that renders for the sinks.
    private static func parts(
        _ plan: PipelinePlan, workers: Int, input: Channel<RecordBatch>, sinks: [any AnySinkRunner], journal: RunJournal,
        context: RunContext
    ) -> [any StageRunner] {
        let stages = plan.stages
        var parts: [any StageRunner] = []
        var input = input
        var stateless: [PipelinePlan.StageStep] = []
        func append(_ make: (_ output: Channel<RecordBatch>) -> any StageRunner) {
            let output = Channel<RecordBatch>()
            parts.append(make(output))
            input = output
        }
        for (index, step) in stages.enumerated() {
            if case .stage = step.component {
                stateless.append(step)
                continue
            }
            if !stateless.isEmpty {
                let withRejects = !step.isStreamStage
                append {
                    let output = StatelessStagesRunner.BatchReceiver.records($0, withRejects: withRejects)
                    return StatelessStagesRunner(
                        stateless, from: 1 + index - stateless.count, workers: workers, input: input, output: output, journal: journal)
                }
                stateless = []
            }
            switch step.component {
            case .stage: break
            case .asyncStage(let stage):
                let withRejects = stages.dropFirst(index + 1).first?.isStreamStage != true
                append {
                    AsyncStageRunner(
                        stage: stage, step: step.common, input: input, output: $0, withRejects: withRejects, journal: journal,
                        context: context)
                }
            case .streamStage(let stage):
                append {
                    StreamStageRunner(
                        stage: stage, step: step.common, number: parts.count, workers: workers, input: input, output: $0, journal: journal,
                        context: context, outputPaths: plan.outputPaths, allowsPrograms: plan.allowsPrograms)
                }
            }
        }
        let first = 1 + stages.count - stateless.count
        return parts + [
            StatelessStagesRunner(stateless, from: first, workers: workers, input: input, output: .sinks(sinks), journal: journal)
        ]
    }

    /// The counts at this moment, for progress. Any task may read them during the run.
    public var counts: RunCounts {
        var counts = journal.counts
        counts.written = sinks.map(\.written).min() ?? 0
        return counts
    }

    /// Stops the run, in every state. ``run()`` then returns soon, and outputs that appear whole stay unchanged.
    ///
    /// Once the sinks have begun to rename their outputs, the method has no effect: the run has succeeded.
    ///
    /// - Parameter signal: The number of the signal, to which the exit code adds 128; nil if the program stops the run.
    public func stop(signal: Int32? = nil) {
        let reason = Interrupted(signal: signal)
        guard commitPoint.fail(reason) else { return }
        journal.fail(reason)
        sourceOutput.finish(.failed(reason))
        for part in parts { part.stop(reason) }
        // Last, so that the error of a stopped program does not count as a failure of its record.
        programs.stop()
    }

    /// Runs the pipeline to its end. Call this once.
    ///
    /// - Returns: The counts, and the failure if there was one.
    public func run() async -> RunReport {
        let locks: OutputLocks
        do {
            if let fault = plan.programFault(writes: options.writes) { throw fault }
            // A run that writes nothing takes no locks. A preview leaves the outputs of the source and the stages alone.
            let written = plan.files.filter { options.hasRunOutputs ? $0.owner != .rejects : $0.owner == .sink }
            let outputs = options.writes ? written.compactMap { OutputLockPath($0) } : []
            locks = try await OutputLocks(outputs, patience: options.patience) { [journal] in journal.failure != nil }
        } catch {
            journal.fail(error)
            return report(finishOutputs())
        }
        do {
            if options.hasRunOutputs, options.writes || options.plan != nil, !options.acceptsOutputs, let fault = try plan.stateFault() {
                throw fault
            }
            try commitPoint.outputs.open(in: context)
            await runParts()
        } catch {
            journal.fail(error)
        }
        let end = finishOutputs()
        commitPoint.outputs.close()
        let report = report(end)
        _ = consume locks  // held until the rejects are in place, too
        return report
    }

    private func runParts() async {
        // With one job, all work shares a serial executor. Watchers stay off it, so that a close is noticed while a worker is busy.
        let executor = options.jobs == 1 ? SerialTaskExecutor() : nil
        await QueryContext.$current.withValue(programs) { await runTasks(on: executor) }
    }

    private func runTasks(on executor: (any TaskExecutor)?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                await runUpstream(on: executor)
                commitPoint.upstreamEnded.set(())
            }
            for sink in sinks {
                group.addTask(executorPreference: executor) { [options] in await sink.run(writes: options.writes) }
            }
        }
    }

    private func runUpstream(on executor: (any TaskExecutor)?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await runSource(on: executor) }
            for part in parts { group.addTask { await part.run(on: executor) } }
        }
    }

    private func runSource(on executor: (any TaskExecutor)?) async {
        guard let source = plan.source else { return sourceOutput.finish(.complete) }
        await sourceOutput.ended.runUntilSet(on: executor) { [self] in await read(source.component, source.common) }
    }

    private func read(_ source: some Source, _ common: StepProperties) async {
        let account = WriterReporter(step: common, part: nil, journal: journal)
        var writer = RecordWriter(
            into: sourceOutput, for: account, in: context, parallelism: options.jobs, limit: options.limit,
            outputPaths: plan.outputPaths, pace: options.pace, shard: options.shard)
        var end = ChannelCloseReason.complete
        let start = ContinuousClock.now
        do {
            try await source.run(into: &writer)
        } catch {
            if !(error is ReadingStopped) { end = .failed(error.failure(.inputMissing, of: common)) }
        }
        options.shardEnd?.note(writer.seen)
        try? await writer.flush()  // records before a fault are delivered
        journal.add(StepCounts(of: common, time: start.duration(to: .now) - writer.waitedTime))
        // The part that asks for the records after the fault notes the failure. If none asks, as after a `limit`, the run succeeds.
        sourceOutput.finish(end)
    }

    /// Puts the other outputs in place, after those of the sinks. The rejects come now, because a failed run must not replace the rejects
    /// file of an earlier run. The state of the source comes last, because it must not pass records that are neither written nor in the
    /// rejects. A run that needed only a part of the records keeps the old state.
    private func finishOutputs() -> CommitProgress {
        guard journal.failure == nil else {
            rejects?.discard()
            return .nothingInPlace
        }
        do {
            try rejects?.commit()
        } catch {
            journal.fail(error.failure(.cannotWrite, "the rejects"))
            return .outputsInPlace
        }
        if let reason = Self.partReason(options, journal) {
            commitPoint.outputs.keepSource(because: reason)
            return proveEnd(.outputsInPlace)
        }
        do {
            let passesRecords = commitPoint.outputs.passesRecords
            try commitPoint.outputs.commitSource()
            return proveEnd(passesRecords && options.writes ? .recordsPassed : .outputsInPlace)
        } catch {
            journal.fail(error)
            return .outputsInPlace
        }
    }

    /// Writes the end record of a shard, last of all.
    private func proveEnd(_ end: CommitProgress) -> CommitProgress {
        do {
            try options.shardEnd?.commit()
        } catch {
            journal.fail(error)
        }
        return end
    }

    /// Puts the rejects in place after a run that failed because of them.
    ///
    /// - Returns: The failure of the run, with the reason if the rejects cannot be written.
    private static func keep(
        _ rejects: (any RejectsOutput)?, of journal: RunJournal, after failure: PipelineFailure
    ) -> PipelineFailure {
        do {
            try rejects?.keep(upTo: journal.cut)
            return failure
        } catch {
            return PipelineFailure(failure.kind, "\(failure.message); \(error.message)")
        }
    }

    /// The failure of a run that would append records, and leave the state at which the next run begins to read them again.
    private static func appendsTwice(_ sink: StepProperties) -> PipelineFailure {
        PipelineFailure(
            .badData,
            "\(sink.path) \(sink.type) appends, and the state stays: the next run would append these records again. "
                + #""mode": "merge" with "key" can take a part of the records"#)
    }

    /// The reason why a run takes only a part of the records; nil if it takes all.
    private static func partReason(_ options: Options, _ journal: RunJournal) -> String? {
        options.limit != nil ? "the run has a limit" : journal.isCut ? "a stage needed no more records" : nil
    }
}
