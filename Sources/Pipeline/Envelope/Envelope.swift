import Synchronization
internal import JSONParsing

/// An output stream that proves its end. Each line is an object with one key: `{"ok": RECORD}`, `{"reject": {…}}`, and last `{"end": {…}}`
/// with the numbers of the run. The end is sent only after a run that read all its input, and whose records add up; so a stream without it
/// is broken, whatever the exit code is.
///
/// It receives the rejects of the run, and its ``sink`` the records. A class, because the engine and that sink share it.
package final class Envelope: RejectsOutput {
    private struct State {
        var rejects = 0
        var records = 0
        var end: RunEnd?
    }

    let queue = EnvelopeQueue()
    private let identity: RunIdentity
    private let inputs: InputTallies
    private let state = Mutex(State())

    /// Makes the stream. Opens nothing.
    ///
    /// - Parameters:
    ///   - identity: What runs.
    ///   - inputs: Counts the bytes of the input.
    package init(of identity: RunIdentity, reading inputs: InputTallies) {
        self.identity = identity
        self.inputs = inputs
    }

    /// The sink that writes to standard output.
    package var sink: any Sink { EnvelopeSink(self) }

    /// The end; nil before the run has passed its checks.
    var end: RunEnd? { state.withLock { $0.end } }

    /// Counts the lines of a step that was written.
    func note(_ step: EnvelopeQueue.Step) {
        state.withLock { state in
            state.records += step.lines.count
            state.rejects += step.rejects.count
        }
    }

    /// Sets the end, once all records and rejects are written and the guards of the run hold.
    ///
    /// - Parameter isLimited: Whether the run took a part of the input only. The totals of the input are then left out, because they would
    ///   depend on timing.
    /// - Throws: ``PipelineFailure`` if the numbers do not match what was written.
    func finish(_ counts: RunCounts, _ steps: [StepCounts], isLimited: Bool) throws {
        try state.withLock { state in
            guard counts.addUp, counts.unfinished == 0, counts.written == state.records, counts.rejected == state.rejects else {
                throw PipelineFailure(
                    .internalError,
                    "the records do not add up: \(counts.line), and \(state.records) records and \(state.rejects) rejects were sent")
            }
            state.end = RunEnd(counts: counts, steps: steps, identity: identity, input: isLimited ? nil : inputs.single.json)
        }
    }

    // Rejects are a part of the stream: they are sent as they occur, and cannot be taken back.
    var outcome: RejectsOutcome { state.withLock { $0.rejects > 0 ? .sent : .none } }
    func append(_ rejects: [Reject]) throws { try queue.add(rejects) }
    func waitForRoom() async { await queue.waitForRoom() }
    func dropped(upTo cut: RecordPlace?) -> [Int: Int] { [:] }
    func prepare(upTo cut: RecordPlace?, appends: Bool) {}
    func keep(upTo cut: RecordPlace?) {}
    func commit() {}
    func discard() {}
}
