internal import JSONParsing
internal import JSONQuery
internal import Pipeline
internal import SourcesLocal
internal import Synchronization

// The values that the program reads.
extension QueryWorker {
    /// The input that the present value was read from; nil without one.
    var currentInput: Input? { cursor.withLock { $0.input } }

    /// The number of lines that were read of that input.
    var currentLine: Int? {
        cursor.withLock { cursor in cursor.element.map { cursor.batch.line(of: $0).readLines } }
    }

    /// The next value of the present batch.
    func nextElement() -> TextBatch.Element? {
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
}
