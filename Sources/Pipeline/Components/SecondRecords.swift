internal import Synchronization

/// The records of a ``SecondSource``, in its order and in batches.
///
/// One task iterates over it, once. Input that the source refuses goes to the rejects.
public struct SecondRecords: AsyncSequence, Sendable {
    /// A batch: at least one record.
    public typealias Element = [Record]

    /// Returns the batches of the source.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let records: SecondRecords

        /// Waits for the next batch, and returns nil at the end.
        ///
        /// - Throws: The failure of the source, which ends the run. Let it propagate.
        public mutating func next() async throws -> [Record]? { try await records.nextBatch() }
    }

    fileprivate let channel: Channel<RecordBatch>
    /// Counts and reports at the stage.
    fileprivate let reporter: WriterReporter
    /// The failure of the source that the stage has met.
    fileprivate let failure = Latch<any Error>()

    /// An iterator. It continues where an earlier iterator stopped.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(records: self) }

    private func nextBatch() async throws -> [Record]? {
        do {
            while let batch = try await channel.nextUnlessCancelled()?.element {
                if !batch.refused.isEmpty {
                    countMade(batch.refused.count)
                    try reporter.journal.add(batch.refused)
                    await reporter.journal.waitForRoom()
                }
                if !batch.records.isEmpty { return batch.records }
            }
        } catch {
            failure.set(error)
            throw error
        }
        return nil
    }

    /// Rejects a record that failed. The step's `on_error` decides what follows.
    ///
    /// - Parameters:
    ///   - record: A record of the source.
    ///   - error: The reason. A `CancellationError` does not concern the record, so this method throws it.
    /// - Throws: The failure that stops the run. Let it propagate.
    public func refuse(_ record: Record, because error: any Error) async throws {
        if error is CancellationError { throw error }
        countMade(1)
        try reporter.refuse(RefusedInput(record, because: error))
        await reporter.journal.waitForRoom()
    }

    /// Counts records that did not come from the input of the stage, so that the counts add up when they fail.
    private func countMade(_ count: Int) {
        var counts = StepCounts(of: reporter.step)
        counts.made = count
        reporter.journal.add(counts)
    }
}

/// What a stream stage needs to read a second source.
struct SecondReading: Sendable {
    let reporter: WriterReporter
    /// The number of workers of the run.
    let workers: Int
    /// The files of the run, which no record may overwrite.
    let outputPaths: ClaimedPaths
    /// Whether the run may start programs.
    let allowsPrograms: Bool
}

extension PipelineFailure {
    /// The failure of a run that would start programs and may not.
    ///
    /// - Parameter starts: Which step starts which program, one phrase each.
    static func programs(_ starts: [String]) -> PipelineFailure {
        PipelineFailure(
            .configurationWrong,
            "\(starts.joined(separator: ", ")): a run may start programs of this machine only with --allow-exec (in code: allowsPrograms)")
    }
}

extension SecondSource {
    /// Reads the source while a closure takes its records. Only the context of a stream stage can read: ``Batches/context`` of its input.
    ///
    /// A closure that returns early stops the source. A failure of the source fails the run, even if the closure catches it.
    ///
    /// - Parameters:
    ///   - context: The context of the stage.
    ///   - body: Receives the records.
    /// - Returns: The result of `body`.
    /// - Throws: The failure of the source, or the error of `body`. Let it propagate.
    public func read<Result>(in context: RunContext, _ body: (SecondRecords) async throws -> Result) async throws -> Result {
        guard let reading = context.secondReading, let component else {
            throw PipelineFailure(.internalError, "\(type): a second source is read with the context of a stream stage in a run")
        }
        if !reading.allowsPrograms, let program = component.hooks.programs.first {
            throw PipelineFailure.programs(["\(step.path) starts \(program.shown)"])
        }
        let records = SecondRecords(channel: Channel(), reporter: reading.reporter)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await run(component, reading, into: records.channel, in: context.forSecondSource()) }
            defer { records.channel.close(.enough) }
            let result = try await body(records)
            if let failure = records.failure.value { throw failure }
            return result
        }
    }

    private func run(
        _ source: some Source, _ reading: SecondReading, into channel: Channel<RecordBatch>, in context: RunContext
    ) async {
        let step = step.numbered(as: reading.reporter.step)
        await channel.ended.runUntilSet {
            let account = WriterReporter(step: step, part: reading.reporter.part, journal: reading.reporter.journal, isSecondSource: true)
            var writer = RecordWriter(
                into: channel, for: account, in: context, parallelism: reading.workers, outputPaths: reading.outputPaths)
            var end = ChannelCloseReason.complete
            do {
                try await source.run(into: &writer)
            } catch {
                if !(error is ReadingStopped) { end = .failed(error.failure(.inputMissing, of: step)) }
            }
            try? await writer.flush()  // records before a fault are delivered
            channel.finish(end)
        }
    }
}
