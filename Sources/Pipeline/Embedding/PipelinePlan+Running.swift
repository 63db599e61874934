extension PipelinePlan {
    /// Runs the pipeline to its end. To stop it, cancel the task; outputs that appear whole then stay unchanged.
    ///
    /// - Parameters:
    ///   - jobs: The number of workers, at least 1. The output is the same for every number.
    ///   - limit: The largest number of records to read; nil for all.
    ///   - rejects: The destination of rejected records; nil: the file that the pipeline file names, or none. Each line is a JSON object with
    ///     stage, reason, origin and record.
    ///   - observer: Receives warnings and rejected records during the run.
    ///   - context: The context of the run, for instance to show the progress of reading.
    /// - Returns: The counts, and the failure if there was one.
    public func run(
        jobs: Int = 1, limit: Int? = nil, rejects: RejectsDestination? = nil, observer: any RunObserver = SilentObserver(),
        in context: RunContext = RunContext()
    ) async -> RunReport {
        var options = PipelineRun.Options()
        options.jobs = jobs
        options.limit = limit
        options.context = context
        options.rejects = rejects ?? self.rejects.map { .file($0) } ?? .none
        if let fault { return RunReport(failure: fault) }
        return await PipelineRun(self, options: options, observer: observer).runUntilCancelled()
    }

    /// The reason why the pipeline cannot run; nil if there is none. A pipeline file was checked when it was read, a plan in code was not.
    private var fault: PipelineFailure? {
        if source == nil || sinks.isEmpty {
            return PipelineFailure(.internalError, "the pipeline \(name.printable) has no \(source == nil ? "source" : "sink")")
        }
        if isIncremental, let (sink, fault) = sinks.lazy.compactMap({ sink in sink.incrementalFault.map { (sink, $0) } }).first {
            return PipelineFailure(.configurationWrong, "\(sink.common.path): \(fault.message); \(fault.help)")
        }
        return FileUse.clashes(among: files, pipelineFile: "").first.map {
            PipelineFailure(.cannotCreate, "\($0.path): \($0.message)")
        }
    }

    /// Processes records in memory with the stages of the pipeline. Its source and sinks are not used.
    ///
    ///     let report = await plan.process(records) { outcome in
    ///         switch outcome {
    ///         case .kept(let record): print(record.value.compactText)
    ///         case .rejected(let reject): print(reject.reason)
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - records: The records, in order.
    ///   - jobs: The number of workers.
    ///   - context: The context of the run.
    ///   - receive: Receives each record after the last stage, and each rejected record. Kept records arrive in the order of the input, and
    ///     so do rejected ones, but a rejected record can arrive before kept ones that precede it in the input. The pipeline waits for each
    ///     call, so that memory does not grow with the number of kept records. Rejected records wait in memory for the next kept one. An
    ///     error that the closure throws ends the run.
    /// - Returns: The counts, and the failure if there was one.
    public func process(
        _ records: some Sequence<Record> & Sendable, jobs: Int = 1, in context: RunContext = RunContext(),
        receive: @escaping @Sendable (RecordOutcome) async throws -> Void
    ) async -> RunReport {
        await process(RecordsSource(records), jobs: jobs, in: context, receive: receive)
    }

    /// Processes the records of an asynchronous sequence with the stages of the pipeline. Its source and sinks are not used.
    ///
    /// - Parameters:
    ///   - records: The records, in order. The pipeline asks for the next one when it has room.
    ///   - jobs: The number of workers.
    ///   - context: The context of the run.
    ///   - receive: Receives each record after the last stage, and each rejected record. Kept records arrive in the order of the input, and
    ///     so do rejected ones, but a rejected record can arrive before kept ones that precede it in the input. The pipeline waits for each
    ///     call, so that memory does not grow with the number of kept records. Rejected records wait in memory for the next kept one. An
    ///     error that the closure throws ends the run.
    /// - Returns: The counts, and the failure if there was one.
    public func process<Records: AsyncSequence & Sendable>(
        _ records: Records, jobs: Int = 1, in context: RunContext = RunContext(),
        receive: @escaping @Sendable (RecordOutcome) async throws -> Void
    ) async -> RunReport where Records.Element == Record {
        await process(RecordsSource(records), jobs: jobs, in: context, receive: receive)
    }

    private func process(
        _ source: RecordsSource, jobs: Int, in context: RunContext, receive: @escaping @Sendable (RecordOutcome) async throws -> Void
    ) async -> RunReport {
        let rejects = RejectQueue()
        var plan = replacing(source: source, sinks: [OutcomeSink(rejects: rejects, receive: receive)])
        plan.files.removeAll { $0.purpose == .output && $0.owner == .source }
        var options = PipelineRun.Options()
        options.jobs = jobs
        options.context = context
        return await PipelineRun(plan, options: options, observer: SilentObserver(), rejects: rejects).runUntilCancelled()
    }
}

extension PipelineRun {
    /// Runs to the end, and stops when the task is cancelled.
    fileprivate func runUntilCancelled() async -> RunReport {
        await withTaskCancellationHandler {
            await run()
        } onCancel: {
            stop()
        }
    }
}
