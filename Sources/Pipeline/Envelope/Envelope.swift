internal import JSONParsing
internal import Synchronization

/// An output stream that proves that it is complete. Each line is an object with one key: `{"ok": RECORD}`, `{"reject": {…}}`, and last
/// `{"end": {…}}` with the counts of the run. The end is sent only after a run that read all its input, and whose records add up; so a
/// stream without it is broken, whatever the exit code is.
///
/// It receives the rejects of the run, and its ``sink`` the records. A class, because the engine and that sink share it.
package final class Envelope: RejectsOutput {
    private struct State {
        var rejects = 0
        var records = 0
        var end: EndRecord?
    }

    let queue = EnvelopeQueue()
    private let identity: RunIdentity
    private let inputs: InputTallies
    private let state = Mutex(State())

    /// Makes the stream. Opens nothing.
    ///
    /// - Parameters:
    ///   - identity: The identity of the pipeline that runs.
    ///   - inputs: Counts the bytes of the input.
    package init(of identity: RunIdentity, reading inputs: InputTallies) {
        self.identity = identity
        self.inputs = inputs
    }

    /// The sink that writes to standard output.
    package var sink: any Sink { EnvelopeSink(self) }

    /// The end record; nil before the run has passed its checks.
    var end: EndRecord? { state.withLock { $0.end } }

    /// Counts the lines of a step that was written.
    func note(_ step: EnvelopeQueue.WriterBatch) {
        state.withLock { state in
            state.records += step.lines.count
            state.rejects += step.rejects.count
        }
    }

    /// Sets the end record, once all records and rejects are written and the run meets its guards.
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
            state.end = EndRecord(counts: counts, steps: steps, identity: identity, input: isLimited ? nil : inputs.single.json)
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

/// Writes the lines of an ``Envelope`` to standard output.
private struct EnvelopeSink: Sink {
    /// The name of the sink that a run without an envelope has, so that messages do not differ.
    static let name = "jsonl"
    static let summary = "Writes records, rejects and the end of the run as lines of JSON."
    static let example = ""

    /// The beginnings of lines.
    private static let ok = Array(#"{"ok":"#.utf8)
    private static let reject = Array(#"{"reject":"#.utf8)

    private let envelope: Envelope

    init(_ envelope: Envelope) {
        self.envelope = envelope
    }

    /// Creates a sink of its own. Only code can pass an envelope.
    init(options: inout OptionReader) { self.init(Envelope(of: RunIdentity(), reading: InputTallies())) }

    var hooks: Hooks { .none }
    var traits: SinkTraits { SinkTraits() }

    func render(_ record: Record, in context: RunContext) throws -> EnvelopeItem {
        EnvelopeItem(value: try JSONLinesFormat.rendered(record), place: record.place)
    }

    var admission: Admission<EnvelopeItem> {
        Admission { [queue = envelope.queue] _ in
            queue.admit()
        } withdraw: { [queue = envelope.queue] _ in
            queue.withdraw()
        }
    }

    func write(_ documents: Batches<EnvelopeItem>) async throws {
        do {
            try await writeAll(documents)
        } catch {
            // Wakes parts of the run that wait for room in the queue.
            envelope.queue.close(error)
            throw error
        }
    }

    private func writeAll(_ documents: Batches<EnvelopeItem>) async throws {
        var file = try await OpenOutput.open(.standardOutput, in: documents.context)
        async let fed: Void = feed(documents)
        var writer = JSONWriter()
        do {
            while let step = await envelope.queue.next() {
                try await write(step, by: &writer, to: &file)
                envelope.note(step)
            }
        } catch {
            // Close first: `feed` would otherwise never return, and leaving the scope waits for it.
            envelope.queue.close(error)
            throw error
        }
        try await fed
        try await documents.commitPoint()
        if let end = envelope.end { try await file.write(end.line) }
        _ = try file.commit()
    }

    /// Moves the records to the queue, so that the writer can wait for records and rejects at once.
    private func feed(_ documents: Batches<EnvelopeItem>) async throws {
        defer { envelope.queue.end() }
        for try await batch in documents {
            guard await envelope.queue.send(batch) else { return }
        }
    }

    /// Writes records and rejects in their order.
    private func write(_ step: EnvelopeQueue.WriterBatch, by writer: inout JSONWriter, to file: inout OpenOutput) async throws {
        var rejects = step.rejects[...]
        for line in step.lines {
            while let reject = rejects.first, reject.place < line.place {
                writer.write(reject.json, after: Self.reject)
                rejects.removeFirst()
            }
            writer.write(line.value, after: Self.ok)
            if writer.bytes.count >= OpenOutput.blockBytes { try await file.writeBlocks(of: &writer.bytes) }
        }
        for reject in rejects { writer.write(reject.json, after: Self.reject) }
        try await file.write(writer.bytes)
        writer.bytes.removeAll(keepingCapacity: true)
    }
}

extension JSONWriter {
    /// Writes a line with an object of one member.
    ///
    /// - Parameter beginning: The object up to the value.
    fileprivate mutating func write(_ value: borrowing JSONValue, after beginning: [UInt8]) {
        bytes += beginning
        write(value)
        append(UInt8(ascii: "}"))
        append(UInt8(ascii: "\n"))
    }
}
