public import JSONParsing

/// JSON Lines: a record is a line with one JSON value.
///
/// If the key is a plain path such as `.meta.id`, a line is checked, and only the value at the path is decoded. Any other program gets the
/// whole value.
public struct JSONLinesFormat: RecordFormat {
    private let key: RecordQuery?
    /// The steps of a key that is a plain path; nil for any other program. A missing step is null in jq.
    private let path: [JSONPathStep]?

    /// Creates the format.
    ///
    /// - Parameter key: The program that gives the key of a record; nil if no keys are read.
    public init(key: RecordQuery?) {
        self.key = key
        path = key?.leadingPath.flatMap { path in path.rest == nil ? Self.optionalKeys(path.steps) : nil }
    }

    /// Returns the same path with optional steps, so that a line without it is no error; nil if the path has more than one target.
    private static func optionalKeys(_ steps: [JSONPathStep]) -> [JSONPathStep]? {
        let keys = steps.compactMap { step in if case .key(let name, _) = step { JSONPathStep.key(name, optional: true) } else { nil } }
        return keys.isEmpty || keys.count < steps.count ? nil : keys
    }

    /// Takes the value of a key.
    private struct KeySink: JSONItemSink {
        var value: JSONValue?

        mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) { value = layout.value(of: bytes) }
    }

    /// Returns the key of a line; nil if no keys are read.
    ///
    /// - Throws: A fault that says what is wrong with the line.
    public func key(of record: Span<UInt8>) throws -> RecordKey? {
        if Self.isBlank(record) { return nil }
        let value: JSONValue?
        do throws(JSONError) {
            if let path {
                var reader = JSONItemReader(ofOneTextAt: path)
                var sink = KeySink()
                try reader.feed(record, into: &sink)
                try reader.finish(into: &sink)
                value = sink.value
            } else {
                value = try JSONValue(parsing: unsafe record.withUnsafeBufferPointer { unsafe Array($0) })
            }
        } catch {
            throw RecordError("not one JSON value: \(error)")
        }
        guard let key, let value else { return nil }
        return path == nil ? try key.first(Record(value)).flatMap { try RecordKey($0) } : try RecordKey(value)
    }

    /// Whether a line has no text. One of NUL bytes, which a file system may leave after a power failure, is not blank.
    private static func isBlank(_ record: Span<UInt8>) -> Bool {
        for index in record.indices where !" \t\r\n".utf8.contains(record[index]) { return false }
        return true
    }
}

extension JSONLinesFormat {
    /// The number of undecoded bytes from which copying costs more than serializing.
    private static let longBytes = 1 << 10

    /// Returns the content of a record, ready to be written. Passes on values whose text is mostly undecoded: writing copies that text once,
    /// straight to the output. Serializes all other values; call this in ``Sink/render(_:)``, where several workers run at once.
    public static func rendered(_ record: Record) throws -> JSONValue {
        let value = record.value
        return isMostlyUndecoded(value) ? value : .text(try JSONText(value))
    }

    /// Whether most of a value is undecoded text and long.
    private static func isMostlyUndecoded(_ value: JSONValue) -> Bool {
        switch value {
        case .text: return true
        case .object(let object):
            let textBytes = object.undecodedByteCount
            return textBytes >= longBytes && 2 * textBytes >= value.approximateByteCount
        default: return false
        }
    }
}
