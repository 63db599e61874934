internal import JSONParsing

/// Writes the lines of an ``Envelope`` to standard output.
struct EnvelopeSink: Sink {
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

    func render(_ record: Record) throws -> EnvelopeRecord {
        EnvelopeRecord(value: try JSONLinesFormat.rendered(record), place: record.place)
    }

    var admission: Admission<EnvelopeRecord> {
        Admission { [queue = envelope.queue] _ in
            queue.admit()
        } withdraw: { [queue = envelope.queue] _ in
            queue.withdraw()
        }
    }

    func write(_ documents: Batches<EnvelopeRecord>) async throws {
        do {
            try await writeAll(documents)
        } catch {
            // Parts of the run may wait for room.
            envelope.queue.close(error)
            throw error
        }
    }

    private func writeAll(_ documents: Batches<EnvelopeRecord>) async throws {
        var file = try await OutputFile.open(.standardOutput)
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
    private func feed(_ documents: Batches<EnvelopeRecord>) async throws {
        defer { envelope.queue.end() }
        for try await batch in documents {
            guard await envelope.queue.send(batch) else { return }
        }
    }

    /// Writes records and rejects in their order.
    private func write(_ step: EnvelopeQueue.Step, by writer: inout JSONWriter, to file: inout OutputFile) async throws {
        var rejects = step.rejects[...]
        for line in step.lines {
            while let reject = rejects.first, reject.place < line.place {
                writer.write(reject.json, after: Self.reject)
                rejects.removeFirst()
            }
            writer.write(line.value, after: Self.ok)
            if writer.bytes.count >= OutputFile.blockBytes { try await file.writeBlocks(of: &writer.bytes) }
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
