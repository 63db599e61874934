internal import JSONParsing
internal import JSONQuery
internal import Pipeline
internal import SourcesLocal
internal import Synchronization

/// Runs the program on inputs, on a thread of its own. A class, because the jq program calls it as its host, for instance for `input` and
/// `debug`.
final class QueryWorker: Sendable {
    /// Ends the evaluation, because no more outputs are wanted.
    struct Stop: Error {}

    /// The error for invalid content of an input, which ends the reading.
    struct TextEnd: Error {
        let message: String
    }

    /// The worker's position in the current batch of values.
    struct BatchPosition {
        var batch = QueryInputBatch([])
        var next = 0
        var input: Input?
        /// Whether the inputs have ended.
        var isAtEnd = false

        /// The value that the program runs on.
        var element: QueryInputBatch.Element? { next > 0 && next <= batch.elements.count ? batch.elements[next - 1] : nil }
    }

    private let program: QueryProgram
    let writer: QueryWriter
    let feed: QueryInputQueue
    let output: QueryOutput
    let isAlone: Bool
    let stopsAtFirst: Bool
    let environment: JSONObject
    let cursor = Mutex(BatchPosition())
    let part = Mutex(QueryPieceResult())

    init(
        _ program: QueryProgram, writer: QueryWriter, feed: QueryInputQueue, output: QueryOutput, environment: JSONObject, isAlone: Bool,
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
            part.withLock { $0 = QueryPieceResult() }
            switch piece {
            case .values(let batch, let input): run(batch, of: input, number)
            case .unreadable(let message): note(message) { $0.hasUnreadableInput = true }
            case .fault(let message):
                part.withLock { $0.hasInputs = true }
                note(message) { $0.hasFailed = true }
            }
            let done = part.withLock { part in
                var done = QueryPieceResult()
                swap(&done, &part)
                return done
            }
            if !output.finish(done, number: number) { feed.stop() }
        }
    }

    private func run(_ batch: QueryInputBatch, of input: Input?, _ number: Int) {
        cursor.withLock { $0 = BatchPosition(batch: batch, input: input) }
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
            _ = run(QueryInputBatch([.null]).elements[0], isLong: false, writeOutputs)
        } else {
            do {
                while let element = try nextElement(writeOutputs) {
                    let longText = cursor.withLock { $0.batch.longText }
                    let isSameText = part.withLock { part in
                        defer { part.longText = longText }
                        if part.longText != longText { part.hasFailedText = false }
                        return !part.hasFailedText
                    }
                    // An error has ended this text: its other values are skipped.
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
    /// - Returns: Whether to continue with the next input.
    private func run(_ element: QueryInputBatch.Element, isLong: Bool, _ flush: () throws -> Void) -> Bool {
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
        // Skips the rest of the batch, which belongs to the same text.
        cursor.withLock { $0.next = $0.batch.elements.count }
        return true
    }

    private static func message(of error: QueryRuntimeError) -> String {
        error.value.string ?? "\(error.value.compactText) (not a string)"
    }
}

// The values that the program reads.
extension QueryWorker {
    /// The input that the present value was read from; nil without one.
    var currentInput: Input? { cursor.withLock { $0.input } }

    /// The number of lines that were read of ``currentInput``.
    var currentLine: Int? {
        cursor.withLock { cursor in cursor.element.map { cursor.batch.line(of: $0).readLines } }
    }

    /// The next value of the present batch.
    func nextElement() -> QueryInputBatch.Element? {
        cursor.withLock { cursor in
            guard cursor.next < cursor.batch.elements.count else { return nil }
            cursor.next += 1
            return cursor.batch.elements[cursor.next - 1]
        }
    }

    /// The next value of all inputs.
    ///
    /// - Parameter flush: Writes the outputs so far, before the worker waits.
    /// - Throws: ``TextEnd`` for invalid content; the errors of `flush`.
    func nextElement(_ flush: () throws -> Void) throws -> QueryInputBatch.Element? {
        while true {
            if let element = nextElement() { return element }
            if !feed.hasNext { try flush() }
            if cursor.withLock({ $0.isAtEnd }) { return nil }
            switch feed.take()?.piece {
            case nil:
                cursor.withLock { $0.isAtEnd = true }
                return nil
            case .values(let batch, let input)?:
                cursor.withLock { $0 = BatchPosition(batch: batch, input: input) }
                for remark in batch.remarks { note(remark, isWarning: true) }
                part.withLock { part in
                    guard let longText = batch.longText, part.longText != longText || !part.hasFailedText else { return }
                    part.hasInputs = true
                    part.status.hasFailed = false
                }
            case .unreadable(let message)?: note(message) { $0.hasUnreadableInput = true }
            case .fault(let message)?:
                cursor.withLock { $0 = BatchPosition(isAtEnd: true) }
                throw TextEnd(message: message)
            }
        }
    }
}

extension QueryWorker: QueryHost {
    var canHalt: Bool { true }

    var fileName: String? {
        guard let input = currentInput, input != .standardInput else { return nil }
        return input.shown
    }

    var line: Int? { currentLine }

    var origin: JSONValue {
        guard let input = currentInput else { return .null }
        var origin: JSONObject = ["source": .string(input.shown)]
        if let line { origin["line"] = .number(JSONNumber(line)) }
        return .object(origin)
    }

    /// Not called, because ``take(_:from:)`` takes every value.
    func log(_ message: String) {}

    func take(_ value: JSONValue, from function: DebugMessages.Function) throws -> Bool {
        appendMessage(value, from: function)
        return true
    }

    func nextInput() throws -> JSONValue? {
        do {
            return try nextElement(writeOutputs)?.value
        } catch let end as TextEnd {
            throw QueryRuntimeError(end.message)
        } catch {
            return nil  // no more outputs are wanted
        }
    }
}
