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
    /// For each open container on the path, whether the key or element of its step was found; always true for an `iterate` step.
    var foundKeys: [Bool] = []
    /// For each open container on the path, the number of the next element; used for an `element` step only.
    var elementNumbers: [Int] = []
    /// Whether the reader skips tokens to the end of a container, which is an item or off the path.
    var isSkipping = false
    /// The offset of the item that the reader skips, in bytes from the start of the input.
    var itemStart: Int?
    /// Bytes of an incomplete item, key or scalar from earlier chunks.
    var partialBytes: [UInt8] = []
    /// Whether a value from which the path leads no further goes to ``JSONItemSink/receiveDeadEnd(_:layout:missingSteps:)``, as jq
    /// evaluates paths. Otherwise it is an error.
    let deliversDeadEnds: Bool
    /// The number of complete texts.
    package private(set) var textCount = 0

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - path: The path to the items in each text. Without steps, each text is an item.
    ///   - limits: Limits of nesting and of one item.
    public init(path: [JSONPathStep] = [], limits: JSONLimits = .standard) {
        self.init(path: path, limits: limits, deliversDeadEnds: false)
    }

    /// Makes a reader that may follow the path as jq does.
    package init(path: [JSONPathStep], limits: JSONLimits, deliversDeadEnds: Bool) {
        self.path = path
        self.limits = limits
        self.deliversDeadEnds = deliversDeadEnds
        scanner = JSONScanner(maxDepth: limits.maxDepth, acceptsConcatenatedTexts: true)
    }

    /// Makes a reader for one text, such as a line of JSON Lines. Any token after the text is an error.
    package init(ofOneTextAt path: [JSONPathStep], limits: JSONLimits = .standard) {
        self.path = path
        self.limits = limits
        deliversDeadEnds = false
        scanner = JSONScanner(maxDepth: limits.maxDepth)
    }

    /// Reads the next chunk of the input and passes every complete item to the sink.
    ///
    /// - Parameters:
    ///   - chunk: The UTF-8 bytes that follow the previous chunk.
    ///   - sink: Receives the items in order.
    /// - Throws: ``JSONError`` with the offset in bytes from the start of the first chunk.
    public mutating func feed(_ chunk: Span<UInt8>, into sink: inout some JSONItemSink) throws(JSONError) {
        _ = try feed(chunk, upToTexts: .max, into: &sink)
    }

    /// Reads the next chunk up to the end of a text. After that end, do not use the reader again.
    ///
    /// - Parameters:
    ///   - chunk: The UTF-8 bytes that follow the previous chunk.
    ///   - limit: The number of texts to read.
    ///   - sink: Receives the items in order.
    /// - Returns: The number of bytes up to the end of that text; nil if the text continues after the chunk.
    /// - Throws: As ``feed(_:into:)``.
    package mutating func feed(
        _ chunk: Span<UInt8>, upToTexts limit: Int, into sink: inout some JSONItemSink
    ) throws(JSONError) -> Int? {
        let base = scanner.consumed
        var position = 0
        while let token = try scanner.next(in: chunk, at: &position, maxReportedDepth: isSkipping ? level : .max) {
            try handle(token, in: chunk, base: base, into: &sink)
            if textCount >= limit { return position }
        }
        let isOnPath = deliversDeadEnds ? matchedSteps != nil : matchedSteps == path.count
        let isRelevant = itemStart != nil || (!isSkipping && (scanner.isInsideKey || isOnPath))
        guard isRelevant, itemStart != nil || scanner.isInsideToken else { return nil }
        appendBytes(chunk, max(0, (itemStart ?? scanner.tokenStart) - base)..<chunk.count, to: &partialBytes)
        try checkSize(partialBytes.count, at: itemStart ?? scanner.tokenStart)
        return nil
    }

    /// Hands over the part of the current item that was read. After that, do not use the reader again.
    ///
    /// - Returns: The bytes, and their offset from the start of the input; nil if the reader is not inside an array or object that is an
    ///   item.
    package mutating func takePartialItem() -> (bytes: [UInt8], offset: Int)? {
        guard let itemStart else { return nil }
        var bytes: [UInt8] = []
        swap(&bytes, &partialBytes)
        return (bytes, itemStart)
    }

    /// The number of bytes of the current item that were read; 0 outside of an array or object that is an item.
    package var partialItemBytes: Int { itemStart == nil ? 0 : partialBytes.count }

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
            elementNumbers.removeLast()
            if !wasFound { try reportMissing(step: level, foundKind: nil, in: chunk, base: base, into: &sink) }
            endValue()
        case .beginObject, .beginArray:
            noteElement()
            try enter(token, in: chunk, base: base, into: &sink)
        case .string, .number, .true, .false, .null:
            noteElement()
            if matchedSteps == path.count {
                try deliver(from: scanner.tokenStart, in: chunk, base: base, into: &sink)
            } else if let matchedSteps {
                try reportMissing(step: matchedSteps, foundKind: token, in: chunk, base: base, into: &sink)
            }
            endValue()
        }
    }

    /// Handles the start of an array or object: enters it if it is on the path, otherwise skips it (as an item or as unrelated data).
    private mutating func enter(
        _ token: JSONToken, in chunk: Span<UInt8>, base: Int, into sink: inout some JSONItemSink
    ) throws(JSONError) {
        if let step = matchedSteps, step < path.count {
            switch path[step] {
            case .key where token == .beginObject:
                open(isFound: false, matchedSteps: nil)
                return
            case .iterate:
                open(isFound: true, matchedSteps: level + 1)
                return
            case .element(let number, _) where token == .beginArray:
                open(isFound: false, matchedSteps: number == 0 ? level + 1 : nil)
                return
            case .key, .element:
                try reportMissing(step: step, foundKind: token, in: chunk, base: base, into: &sink)
            }
        } else if matchedSteps == path.count {
            itemStart = scanner.tokenStart
            scanner.layout.begin(at: scanner.tokenStart, isContainer: true)
        }
        isSkipping = true
    }

    /// Marks the innermost step as found if a value that it matches begins.
    private mutating func noteElement() {
        if level > 0, matchedSteps == level { foundKeys[level - 1] = true }
    }

    /// Enters an array or object on the path.
    private mutating func open(isFound: Bool, matchedSteps steps: Int?) {
        foundKeys.append(isFound)
        elementNumbers.append(0)
        level += 1
        matchedSteps = steps
    }

    /// Sets `matchedSteps` for the value after the one that has just ended.
    private mutating func endValue() {
        if level == 0 {
            matchedSteps = 0
            textCount += 1
            return
        }
        switch path[level - 1] {
        case .iterate: matchedSteps = level
        case .key: matchedSteps = nil
        case .element(let number, _):
            elementNumbers[level - 1] += 1
            matchedSteps = elementNumbers[level - 1] == number ? level : nil
        }
    }
}

/// Receives the items that a ``JSONItemReader`` extracts.
public protocol JSONItemSink {
    /// Receives one item.
    ///
    /// - Parameters:
    ///   - bytes: The item's original bytes, valid during the call only.
    ///   - layout: Facts about the item that were recorded during validation; ``JSONItemLayout/value(of:)`` makes a value of it.
    ///   - offset: The start of the item in bytes from the start of the input.
    mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int)

    /// Receives a value from which the path leads no further. Only a reader that ``JSONItemReader/deliversDeadEnds`` has any.
    ///
    /// - Parameters:
    ///   - bytes: The value; `null` for a missing one, an empty array or object for one of the wrong kind.
    ///   - layout: Facts about the value, as in ``receive(_:layout:offset:)``.
    ///   - missingSteps: The number of steps of the path that are left.
    mutating func receiveDeadEnd(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, missingSteps: Int)
}

extension JSONItemSink {
    /// Ignores the value.
    public mutating func receiveDeadEnd(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, missingSteps: Int) {}
}
