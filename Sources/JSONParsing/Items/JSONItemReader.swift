/// Extracts items from JSON texts that may be larger than memory: the elements of an array inside a document, or the texts of a
/// stream (JSON Lines).
///
/// The reader validates the complete input and buffers at most one item. Chunks may end anywhere. Do not use the reader again
/// after an error; the sink has received all items before the fault.
public struct JSONItemReader: Sendable {
    let path: [JSONPathStep]
    let limits: JSONLimits
    var scanner: JSONScanner

    /// The number of open arrays and objects on the path; the innermost one was entered by the step `path[level - 1]`.
    var level = 0
    /// The number of path steps that the next value matches, or nil if it is off the path.
    var matchedSteps: Int? = 0
    /// For each open container on the path, whether the key of its step was found; always true for an `iterate` step.
    var foundKeys: [Bool] = []
    /// Whether the reader skips tokens to the end of a container, which is an item or off the path.
    var isSkipping = false
    /// The offset of the item that the reader skips, in bytes from the start of the input.
    var itemStart: Int?
    /// Bytes of an incomplete item, key or scalar from earlier chunks.
    var partialBytes: [UInt8] = []
    private var textCount = 0

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - path: The path to the items in each text. Without steps, each text is an item.
    ///   - limits: Limits of nesting and of one item.
    public init(path: [JSONPathStep] = [], limits: JSONLimits = .standard) {
        self.path = path
        self.limits = limits
        scanner = JSONScanner(maxDepth: limits.maxDepth, acceptsConcatenatedTexts: true)
    }

    /// Makes a reader for one text, such as a line of JSON Lines. Anything behind the text is an error.
    package init(ofOneTextAt path: [JSONPathStep], limits: JSONLimits = .standard) {
        self.path = path
        self.limits = limits
        scanner = JSONScanner(maxDepth: limits.maxDepth)
    }

    /// Reads the next chunk of the input and passes every complete item to the sink.
    ///
    /// - Parameters:
    ///   - chunk: The UTF-8 bytes that follow the previous chunk.
    ///   - sink: Receives the items in order.
    /// - Throws: ``JSONError`` with the offset in bytes from the start of the first chunk.
    public mutating func feed(_ chunk: Span<UInt8>, into sink: inout some JSONItemSink) throws(JSONError) {
        let base = scanner.consumed
        var position = 0
        while let token = try scanner.next(in: chunk, at: &position, maxReportedDepth: isSkipping ? level : .max) {
            try handle(token, in: chunk, base: base, into: &sink)
        }
        let isRelevant = itemStart != nil || (!isSkipping && (scanner.isInsideKey || matchedSteps == path.count))
        guard isRelevant, itemStart != nil || scanner.isInsideToken else { return }
        appendBytes(chunk, max(0, (itemStart ?? scanner.tokenStart) - base)..<chunk.count, to: &partialBytes)
        try checkSize(partialBytes.count, at: itemStart ?? scanner.tokenStart)
    }

    /// Ends the input.
    ///
    /// - Parameter sink: Receives the last item if that is a number, which ends with the input.
    /// - Throws: ``JSONError`` if a text is incomplete, or if the reader has a path and the input has no text.
    public mutating func finish(into sink: inout some JSONItemSink) throws(JSONError) {
        if let token = try scanner.finish() {
            try handle(token, in: Span(), base: scanner.consumed, into: &sink)
        }
        if textCount == 0, !path.isEmpty {
            throw JSONError(.endOfInput(expected: "a JSON text"), offset: scanner.consumed)
        }
    }

    private mutating func handle(
        _ token: JSONToken, in chunk: Span<UInt8>, base: Int, into sink: inout some JSONItemSink
    ) throws(JSONError) {
        if isSkipping {
            isSkipping = false
            if let start = itemStart {
                itemStart = nil
                try deliver(from: start, in: chunk, base: base, into: &sink)
            }
            return endValue()
        }
        switch token {
        case .key:
            guard case .key(let name, _) = path[level - 1] else { return partialBytes.removeAll() }
            guard try keyIs(name, in: chunk, base: base) else {
                matchedSteps = nil
                return
            }
            if foundKeys[level - 1] { throw JSONError(.duplicateKey(name), offset: scanner.tokenStart) }
            foundKeys[level - 1] = true
            matchedSteps = level
        case .endObject, .endArray:
            level -= 1
            let wasFound = foundKeys.removeLast()
            if !wasFound { try reportMissing(step: level, foundKind: nil) }
            endValue()
        case .beginObject, .beginArray:
            try enter(token)
        case .string, .number, .true, .false, .null:
            if matchedSteps == path.count {
                try deliver(from: scanner.tokenStart, in: chunk, base: base, into: &sink)
            } else if let matchedSteps {
                try reportMissing(step: matchedSteps, foundKind: token)
            }
            endValue()
        }
    }

    /// Handles the start of an array or object: enters it if it is on the path, otherwise skips it (as an item or as unrelated data).
    private mutating func enter(_ token: JSONToken) throws(JSONError) {
        if let step = matchedSteps, step < path.count {
            switch path[step] {
            case .key where token == .beginObject:
                foundKeys.append(false)
                level += 1
                matchedSteps = nil
                return
            case .iterate:
                foundKeys.append(true)
                level += 1
                matchedSteps = level
                return
            case .key:
                try reportMissing(step: step, foundKind: token)
            }
        } else if matchedSteps == path.count {
            itemStart = scanner.tokenStart
            scanner.layout.begin(at: scanner.tokenStart, isContainer: true)
        }
        isSkipping = true
    }

    /// Sets `matchedSteps` for the value after the one that has just ended.
    private mutating func endValue() {
        if level == 0 {
            matchedSteps = 0
            textCount += 1
        } else if case .iterate = path[level - 1] {
            matchedSteps = level
        } else {
            matchedSteps = nil
        }
    }
}
