/// Reads JSON texts in chunks as events like those of `tostream` in jq: `[path, value]` for each value without children, and `[path]` of
/// the last child at the end of each array or object.
///
/// It buffers at most one key or scalar. Do not use it again after an error.
package struct JSONEventReader: Sendable {
    private struct OpenContainer {
        let isObject: Bool
        var isEmpty = true
    }

    private let limits: JSONLimits
    private var scanner: JSONScanner
    private var levels: [OpenContainer] = []
    /// The path of the current value: keys and array indices, the outermost first.
    package private(set) var path: [JSONValue] = []
    /// Bytes of the current token from earlier chunks.
    private var partialToken: [UInt8] = []

    package init(limits: JSONLimits) {
        self.limits = limits
        scanner = JSONScanner(maxDepth: limits.maxDepth, acceptsConcatenatedTexts: true)
    }

    /// Reads the next chunk.
    ///
    /// - Parameters:
    ///   - chunk: The UTF-8 bytes that follow the previous chunk.
    ///   - events: Receives the events, including those before an error.
    package mutating func feed(_ chunk: Span<UInt8>, into events: inout [JSONValue]) throws(JSONError) {
        let base = scanner.consumed
        var position = 0
        while let token = try scanner.next(in: chunk, at: &position) { handle(token, in: chunk, base: base, into: &events) }
        guard scanner.isInsideToken else { return }
        appendBytes(chunk, max(0, scanner.tokenStart - base)..<chunk.count, to: &partialToken)
        if partialToken.count > limits.maxValueBytes {
            throw JSONError(.tooLarge(limit: limits.maxValueBytes), offset: scanner.tokenStart)
        }
    }

    /// Ends the input.
    package mutating func finish(into events: inout [JSONValue]) throws(JSONError) {
        if let token = try scanner.finish() { handle(token, in: Span(), base: scanner.consumed, into: &events) }
    }

    private mutating func handle(_ token: JSONToken, in chunk: Span<UInt8>, base: Int, into events: inout [JSONValue]) {
        switch token {
        case .key: path[path.count - 1] = value(in: chunk, base: base)
        case .beginArray, .beginObject:
            beginValue()
            levels.append(OpenContainer(isObject: token == .beginObject))
            path.append(.null)
        case .endArray, .endObject:
            guard let level = levels.popLast() else { return }
            if !level.isEmpty { events.append([.array(path)]) }
            path.removeLast()
            if level.isEmpty { events.append([.array(path), level.isObject ? .object([:]) : .array([])]) }
        case .string, .number, .true, .false, .null:
            beginValue()
            events.append([.array(path), value(in: chunk, base: base)])
        }
    }

    /// Counts a value that begins in the innermost array or object.
    private mutating func beginValue() {
        guard let last = levels.indices.last else { return }
        if !levels[last].isObject {
            path[last] = .number(JSONNumber(levels[last].isEmpty ? 0 : Int(path[last].number?.int64 ?? 0) + 1))
        }
        levels[last].isEmpty = false
    }

    /// The key or scalar of the last token.
    private mutating func value(in chunk: Span<UInt8>, base: Int) -> JSONValue {
        var bytes: [UInt8] = []
        if scanner.tokenStart < base { swap(&bytes, &partialToken) }
        appendBytes(chunk, max(0, scanner.tokenStart - base)..<max(0, scanner.tokenEnd - base), to: &bytes)
        return .text(JSONText(checked: bytes, range: 0..<bytes.count))
    }
}
