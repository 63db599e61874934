internal import JSONParsing
internal import JSONQuery
internal import Pipeline
internal import SourcesLocal
internal import Synchronization

// The outputs and messages of the program.
extension QueryWorker {
    /// The size of the buffered outputs at which the worker writes them, in bytes.
    private static let writtenBytes = 64 << 10

    func receive(_ value: JSONValue, _ flush: () throws -> Void) throws {
        let isFull = try part.withLock { part in
            try part.append(isMessage: false) { try writer.append(value, to: &$0) }
            part.status.lastOutputIsTrue = value.kind != .null && value.bool != false
            if stopsAtFirst { part.status.isEnded = true }
            return part.status.isEnded || writer.writesEachOutput || part.byteCount >= Self.writtenBytes
        }
        if isFull { try flush() }
        if stopsAtFirst { throw Stop() }
    }

    /// Writes the outputs so far on the part's turn. Before its turn, waits for it only with more than ``QueryOutput/maxWaitingBytes``.
    func flush(_ number: Int) throws {
        if !output.isTurn(of: number) {
            guard part.withLock({ $0.byteCount }) >= QueryOutput.maxWaitingBytes else { return }
            output.waitForTurn(of: number)
        }
        try writeOutputs()
    }

    /// Writes the outputs so far.
    func writeOutputs() throws {
        if part.withLock({ !output.write(&$0) }) { throw Stop() }
    }

    func halt(_ halt: QueryHalt) {
        part.withLock { part in
            part.status.haltCode = Int32(halt.code & 0xFF)
            guard let message = halt.message, message.kind != .null else { return }
            part.append(isMessage: true) { bytes in
                writer.appendMessage(message, to: &bytes)
                if message.kind != .string { bytes.append(UInt8(ascii: "\n")) }
            }
        }
    }

    func fail(_ message: String) {
        let place = cursor.withLock { cursor -> String in
            guard let input = cursor.input, let element = cursor.element else { return "" }
            return "\(input.shown): line \(cursor.batch.line(of: element).number): "
        }
        note(place + message) { $0.hasFailed = true }
    }

    /// Adds a message to standard error.
    func note(_ message: String, isWarning: Bool = false, _ change: (inout QueryStatus) -> Void = { _ in }) {
        part.withLock { part in
            let line = output.line(isWarning ? .warning : .error, message)
            part.append(isMessage: true) { $0 += line.utf8 }
            change(&part.status)
        }
    }

    /// Adds a value of `debug` or `stderr` to the messages. A worker that runs alone writes it at once.
    func appendMessage(_ value: JSONValue, from function: DebugMessages.Function) {
        part.withLock { part in
            part.append(isMessage: true) { bytes in
                switch function {
                case .debug: writer.appendDebugMessage(value, to: &bytes)
                case .stderr: writer.appendMessage(value, to: &bytes)
                }
            }
        }
        guard isAlone else { return }
        // If the reader has closed the output, the next output ends the run.
        if part.withLock({ !output.write(&$0) }) { part.withLock { $0.status.isEnded = true } }
    }
}
