/// Takes the items out of JSON texts that may be far larger than memory: the elements of an array inside a document, or
/// the texts of a stream (JSON Lines) themselves.
///
/// Texts are checked completely; only one item at a time is held. Chunks may end anywhere. After an error the reader
/// must not be used again; the items before the fault have been handed over by then.
public struct JSONItemReader: Sendable {
    let path: [JSONPathStep]
    let limits: JSONLimits
    var scanner: JSONScanner

    /// How many arrays and objects on the path are open; what they are to be is `path[level - 1]`.
    var level = 0
    /// How many steps lead to the value that comes next, or nil if it is not on the path.
    var matchedSteps: Int? = 0
    /// Whether the key of the step has been met, for each open object on the path.
    var foundKeys: [Bool] = []
    /// Whether tokens are passed over up to the end of a container: of an item, or of something off the path.
    var isSkipping = false
    /// Where the item began that is being passed over, in bytes from the start.
    var itemStart: Int?
    /// The bytes, from earlier chunks, of an item, key or scalar that is not complete.
    var partialBytes: [UInt8] = []
    private var textCount = 0

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - path: Where the items are in each text; no steps at all make each text an item.
    ///   - limits: Depth of nesting, and bytes of one item.
    public init(path: [JSONPathStep] = [], limits: JSONLimits = .standard) {
        self.path = path
        self.limits = limits
        scanner = JSONScanner(maxDepth: limits.maxDepth, acceptsConcatenatedTexts: true)
    }

    /// Reads the next piece of the input and hands over every item that is complete.
    ///
    /// - Parameters:
    ///   - chunk: UTF-8 bytes, following those of the call before.
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

    /// Says that the input has ended.
    ///
    /// - Throws: ``JSONError`` if a text is not complete, or if there is none although a path into one was given.
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

    /// An array or object begins: an item, a step on the way to items, or something to pass over.
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

    /// A value on the level of the path has ended: what may the next one be?
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
