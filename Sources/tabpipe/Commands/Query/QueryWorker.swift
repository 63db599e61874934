internal import JSONParsing
internal import JSONQuery
internal import Pipeline
internal import SourcesRemote
internal import Synchronization

/// Runs the program on inputs, on a thread of its own. A class, because the programs that it runs ask it, as their host.
final class QueryWorker: Sendable {
    /// The outputs that are written together, in bytes.
    private static let writtenBytes = 64 << 10

    /// Ends the evaluation, because no more outputs are wanted.
    private struct Stop: Error {}

    /// The values that the worker reads now.
    private struct Cursor {
        var batch = TextBatch([])
        var next = 0
        var input: Input?
        /// Whether nothing follows.
        var isAtEnd = false

        /// The value that the program runs on.
        var element: TextBatch.Element? { next > 0 && next <= batch.elements.count ? batch.elements[next - 1] : nil }
    }

    private let program: QueryProgram
    private let writer: QueryWriter
    private let feed: QueryFeed
    private let output: QueryOutput
    private let isAlone: Bool
    private let stopsAtFirst: Bool
    let environment: JSONObject
    private let cursor = Mutex(Cursor())
    private let part = Mutex(QueryPart())

    init(
        _ program: QueryProgram, writer: QueryWriter, feed: QueryFeed, output: QueryOutput, environment: JSONObject, isAlone: Bool,
        stopsAtFirst: Bool
    ) {
        self.program = program
        self.writer = writer
        self.feed = feed
        self.output = output
        self.environment = environment
        self.isAlone = isAlone
        self.stopsAtFirst = stopsAtFirst
    }

    // MARK: Loops

    /// Runs the program on each value, as one of several workers.
    func runInParallel() {
        while let (number, piece) = feed.take() {
            part.withLock { $0 = QueryPart() }
            switch piece {
            case .values(let batch, let input): run(batch, of: input, number)
            case .unreadable(let message): note(message) { $0.hasUnreadableInput = true }
            case .fault(let message):
                part.withLock { $0.hasInputs = true }
                note(message) { $0.hasFailed = true }
            }
            let done = part.withLock { part in
                var done = QueryPart()
                swap(&done, &part)
                return done
            }
            if !output.finish(done, number: number) { feed.stop() }
        }
    }

    private func run(_ batch: TextBatch, of input: Input?, _ number: Int) {
        cursor.withLock { $0 = Cursor(batch: batch, input: input) }
        part.withLock { $0.longText = batch.longText }
        for remark in batch.remarks { note(remark, isWarning: true) }
        if batch.longText != nil { part.withLock { $0.hasInputs = true } }
        while let element = nextElement() {
            guard !feed.isStopped, run(element, isLong: batch.longText != nil, { try self.flush(number) }) else { return }
        }
    }

    /// Runs the program as the only worker, so that it can take further inputs itself.
    ///
    /// - Parameter isNull: Whether the program runs once, with null.
    func runAlone(isNull: Bool) {
        if isNull {
            _ = run(TextBatch([.null]).elements[0], isLong: false, writeOutputs)
        } else {
            do {
                while let element = try nextElement(writeOutputs) {
                    let longText = cursor.withLock { $0.batch.longText }
                    let isSameText = part.withLock { part in
                        defer { part.longText = longText }
                        if part.longText != longText { part.hasFailedText = false }
                        return !part.hasFailedText
                    }
                    // An error has ended the text.
                    if !isSameText { continue }
                    guard run(element, isLong: longText != nil, writeOutputs) else { break }
                }
            } catch let end as TextEnd {
                part.withLock { $0.hasInputs = true }
                note(end.message) { $0.hasFailed = true }
            } catch {
                // No more outputs are wanted.
            }
        }
        let done = part.withLock { part in
            part.longText = nil
            return part
        }
        _ = output.finish(done, number: 0)
        feed.stop()
    }

    // MARK: One input

    /// Runs the program on one input.
    ///
    /// - Parameter flush: Writes the outputs so far.
    /// - Returns: Whether to go on with the next input.
    private func run(_ element: TextBatch.Element, isLong: Bool, _ flush: () throws -> Void) -> Bool {
        part.withLock {
            $0.hasInputs = true
            $0.status.hasFailed = false
        }
        do {
            if isLong {
                try program.run(element, host: self) { try receive($0, flush) }
            } else {
                try program.run(element.value, host: self) { try receive($0, flush) }
            }
            return true
        } catch let error as QueryRuntimeError {
            if let halt = error.halt {
                self.halt(halt)
                return false
            }
            fail(Self.message(of: error))
        } catch let error as JSONError {
            fail(error.message)
        } catch let fault as QueryOutputFault {
            fail(fault.message)
        } catch {
            return false
        }
        guard isLong else { return true }
        part.withLock { $0.hasFailedText = true }
        // The others of this batch belong to the same text.
        cursor.withLock { $0.next = $0.batch.elements.count }
        return true
    }

    private func receive(_ value: JSONValue, _ flush: () throws -> Void) throws {
        let isFull = try part.withLock { part in
            try part.append(isMessage: false) { try writer.append(value, to: &$0) }
            part.status.lastOutputIsTrue = value.kind != .null && value.bool != false
            if stopsAtFirst { part.status.isEnded = true }
            return part.status.isEnded || writer.writesEachOutput || part.byteCount >= Self.writtenBytes
        }
        if isFull { try flush() }
        if stopsAtFirst { throw Stop() }
    }

    /// Writes the outputs so far, if it is the turn of the part, or if they are many.
    private func flush(_ number: Int) throws {
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

    private func halt(_ halt: QueryHalt) {
        part.withLock { part in
            part.status.haltCode = Int32(halt.code & 0xFF)
            guard let message = halt.message, message.kind != .null else { return }
            part.append(isMessage: true) { bytes in
                writer.appendMessage(message, to: &bytes)
                if message.kind != .string { bytes.append(UInt8(ascii: "\n")) }
            }
        }
    }

    private static func message(of error: QueryRuntimeError) -> String {
        error.value.string ?? "\(error.value.compactText) (not a string)"
    }

    private func fail(_ message: String) {
        let place = cursor.withLock { cursor -> String in
            guard let input = cursor.input, let element = cursor.element else { return "" }
            return "\(input.shown): line \(cursor.batch.line(of: element).number): "
        }
        note(place + message) { $0.hasFailed = true }
    }

    /// Adds a message to standard error.
    private func note(_ message: String, isWarning: Bool = false, _ change: (inout QueryStatus) -> Void = { _ in }) {
        part.withLock { part in
            let line = output.line(isWarning ? .warning : .error, message)
            part.append(isMessage: true) { $0 += line.utf8 }
            change(&part.status)
        }
    }

    // MARK: What the program asks

    /// The input that the present value was read from; nil without one.
    var currentInput: Input? { cursor.withLock { $0.input } }

    /// The number of lines that were read of that input.
    var currentLine: Int? {
        cursor.withLock { cursor in cursor.element.map { cursor.batch.line(of: $0).readLines } }
    }

    /// Adds a value of `debug` or `stderr` to the messages. The only worker writes it at once.
    func appendMessage(_ value: JSONValue, from function: QueryMessage.Function) {
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

    // MARK: Further inputs

    /// The next value of the present batch.
    private func nextElement() -> TextBatch.Element? {
        cursor.withLock { cursor in
            guard cursor.next < cursor.batch.elements.count else { return nil }
            cursor.next += 1
            return cursor.batch.elements[cursor.next - 1]
        }
    }

    /// The next value of all inputs.
    ///
    /// - Parameter flush: Writes the outputs so far, before the worker waits.
    /// - Throws: ``QueryRuntimeError`` for invalid content; the errors of `flush`.
    func nextElement(_ flush: () throws -> Void) throws -> TextBatch.Element? {
        while true {
            if let element = nextElement() { return element }
            if !feed.hasNext { try flush() }
            if cursor.withLock({ $0.isAtEnd }) { return nil }
            switch feed.take()?.piece {
            case nil:
                cursor.withLock { $0.isAtEnd = true }
                return nil
            case .values(let batch, let input)?:
                cursor.withLock { $0 = Cursor(batch: batch, input: input) }
                for remark in batch.remarks { note(remark, isWarning: true) }
                part.withLock { part in
                    guard let longText = batch.longText, part.longText != longText || !part.hasFailedText else { return }
                    part.hasInputs = true
                    part.status.hasFailed = false
                }
            case .unreadable(let message)?: note(message) { $0.hasUnreadableInput = true }
            case .fault(let message)?:
                cursor.withLock { $0 = Cursor(isAtEnd: true) }
                throw TextEnd(message: message)
            }
        }
    }

    /// Invalid content of an input, behind which nothing is read.
    struct TextEnd: Error {
        let message: String
    }
}
