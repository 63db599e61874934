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
