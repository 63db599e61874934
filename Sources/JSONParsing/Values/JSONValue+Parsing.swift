extension JSONValue {
    /// Parses one JSON text in UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The whole text in UTF-8, without a byte order mark.
    ///   - limits: Limits of nesting and length.
    /// - Throws: ``JSONError`` with the offset of the first fault.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: bytes, limits: limits, lastKeyWins: false)
    }

    /// Parses one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The whole text in UTF-8, without a byte order mark.
    ///   - limits: Limits of nesting and length.
    ///   - lastKeyWins: Whether the last of equal keys wins; otherwise decoding them is an error.
    /// - Throws: ``JSONError`` with the offset of the first fault.
    package init(parsing bytes: [UInt8], limits: JSONLimits, lastKeyWins: Bool) throws(JSONError) {
        try limits.checkSize(of: bytes)
        var scanner = JSONScanner(maxDepth: limits.maxDepth)
        scanner.layout.beginText()
        var position = 0
        while try scanner.next(in: bytes.span, at: &position, maxReportedDepth: -1) != nil {}
        _ = try scanner.finish()
        guard scanner.tokenEnd > 0 else { throw JSONError(.endOfInput(expected: "a value"), offset: bytes.count) }
        self = scanner.layout.value(ofText: bytes, lastKeyWins: lastKeyWins)
    }

    /// Parses one JSON text in a string.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - limits: Limits of nesting and length.
    /// - Throws: ``JSONError`` with the offset of the first fault.
    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

extension JSONItemLayout {
    /// Makes a value of the item in its own buffer.
    ///
    /// - Parameter bytes: The item's bytes, as the sink has received them.
    /// - Returns: A value with a copy of the bytes and an index of its members.
    public func value(of bytes: Span<UInt8>) -> JSONValue {
        var buffer: [UInt8] = []
        let place = append(bytes, to: &buffer)
        return .text(JSONText(checked: buffer, at: place))
    }

    /// Makes a value of a whole text.
    ///
    /// - Parameters:
    ///   - bytes: The text. Its index is appended only if there is white space between tokens; otherwise members are found by
    ///     scanning.
    ///   - lastKeyWins: Whether the last of equal keys wins; otherwise decoding them is an error.
    func value(ofText bytes: consuming [UInt8], lastKeyWins: Bool) -> JSONValue {
        if index.isComplete, let range = index.itemRange, bytes.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes {
            guard hasWhitespace else { return .text(JSONText(checked: bytes, range: range, lastKeyWins: lastKeyWins)) }
            var indices: [UInt8] = []
            let place = index.append(itemStart: 0, to: &indices, bufferOffset: bytes.count)
            bytes.reserveCapacity(bytes.count + indices.count)
            bytes.append(contentsOf: indices)
            return .text(JSONText(checked: bytes, range: range, lastKeyWins: lastKeyWins, index: place, hasWhitespace: true))
        }
        var compact: [UInt8] = []
        appendWithoutWhitespace(bytes.span, to: &compact)
        return .text(JSONText(checked: compact, range: 0..<compact.count, lastKeyWins: lastKeyWins))
    }
}
