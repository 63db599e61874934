internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

/// One run of `query`: a task reads the inputs, threads run the program, and the outputs are written in order.
struct QueryRun: Sendable {
    /// The maximum number of pieces of the inputs that wait in the queue for each worker thread.
    private static let waitingPieces = 2
    /// The maximum number of finished parts that wait for each worker thread, because an earlier part is not written yet.
    private static let waitingParts = 4

    let program: QueryProgram
    let inputs: [Input]
    let options: QueryInputOptions
    let writer: QueryWriter
    let console: Console
    let environment: JSONObject
    let jobs: Int
    let stopsAtFirst: Bool

    /// Runs the program on all inputs.
    func run() async -> QueryStatus {
        if let warning = writer.warning { console.warning(warning) }
        let isAlone = jobs == 1 || options.isNull || options.slurps || program.takesInputs
        let threads = isAlone ? 1 : jobs
        let feed = QueryInputQueue(capacity: threads * Self.waitingPieces, threads: threads)
        let output = QueryOutput(console: console, maxEarlyParts: threads * Self.waitingParts)
        let refusal = await withTaskGroup(of: (isThread: Bool, refusal: PipelineFailure?).self) { group in
            for number in 0..<threads {
                let worker = QueryWorker(
                    number == 0 ? program : program.recompiled(), writer: writer, feed: feed, output: output, environment: environment,
                    isAlone: isAlone, stopsAtFirst: stopsAtFirst)
                group.addTask { [isNull = options.isNull] in
                    (true, await QueryThread.run { if isAlone { worker.runAlone(isNull: isNull) } else { worker.runInParallel() } })
                }
            }
            // If nothing reads inputs, standard input stays untouched: reading ahead would take bytes from other processes that share it.
            let reads = !options.isNull || program.takesInputs
            group.addTask {
                if reads { await read(into: feed) } else { feed.end() }
                return (false, nil)
            }
            // A run fails only if no thread can start. Otherwise the started threads do all the work.
            var (left, refused, refusal) = (threads, 0, PipelineFailure?.none)
            while let end = await group.next() {
                if end.isThread { left -= 1 }
                if let failure = end.refusal { (refused, refusal) = (refused + 1, failure) }
                if refused == threads { feed.stop() }
                // The reader may wait for a terminal or a pipe that never ends.
                if left == 0 { group.cancelAll() }
            }
            return refused == threads ? refusal : nil
        }
        var status = output.status
        if let refusal {
            console.error(refusal.message)
            status.hasUnreadableInput = true
        }
        return status
    }

    /// Reads all inputs.
    private func read(into feed: QueryInputQueue) async {
        defer { feed.end() }
        var all: [JSONValue] = []
        var text = ""
        // As in jq, the number of lines is that of the last input.
        var lines = 0
        let context = RunContext(RunNetwork())
        for input in inputs {
            let source = QueryInput(input, format: options.format(path: program.path))
            do {
                lines = try await source.read(in: context) { batch in
                    guard options.slurps else { return await feed.put(.values(batch, of: input)) }
                    for remark in batch.remarks { console.warning(remark) }
                    for element in batch.elements {
                        if options.isWholeText { text += element.value.string ?? "" } else { all.append(element.value) }
                    }
                    return !feed.isStopped
                }
            } catch let fault as TextFault {
                _ = await feed.put(.fault(fault.message))
                return
            } catch let failure as PipelineFailure {
                guard await feed.put(.unreadable(failure.message)) else { return }
            } catch {
                return  // cancelled
            }
            if feed.isStopped { return }
        }
        guard options.slurps else { return }
        _ = await feed.put(.values(QueryInputBatch([options.isWholeText ? .string(text) : .array(all)], readLines: lines), of: nil))
    }
}

/// A thread with a large stack, on which values of many levels are built and released.
private enum QueryThread {
    private static let stackBytes = 64 << 20

    /// Runs work on a thread of its own and waits for it.
    ///
    /// - Returns: nil if the thread has run; why it could not start otherwise.
    static func run(_ work: @escaping @Sendable () -> Void) async -> PipelineFailure? {
        await withCheckedContinuation { continuation in
            do throws(PipelineFailure) {
                try SystemThread.start(stackBytes: stackBytes) {
                    work()
                    continuation.resume(returning: nil)
                }
            } catch {
                continuation.resume(returning: error)
            }
        }
    }
}
