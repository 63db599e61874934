public import JSONParsing
internal import JSONQuery

/// The format of a file of records, for ``FileOutput/fill(from:as:_:)``: how its content is cut into records, and which key each has.
///
/// A conformer need not decode more than the key: earlier records that stay are copied byte by byte.
public protocol RecordFormat: Sendable {
    /// The first bytes of a file, such as the row with the names of the columns. Empty if the format has none. The output reads it once the
    /// first document has arrived, or at the end if there is none.
    var header: [UInt8] { get }
    /// The bytes that end a record, such as a line feed. They complete the last record of an earlier file if they are missing there.
    var recordEnd: [UInt8] { get }

    /// Compares the header of an earlier file with the one that this run would write.
    ///
    /// - Parameter header: The first record of the file, with its end, without a byte order mark.
    /// - Returns: The difference as the end of a sentence that begins with the name of the file; nil if records of this run fit in.
    func fault(inHeader header: Span<UInt8>) -> String?

    /// Finds the end of a record.
    ///
    /// - Parameters:
    ///   - start: The offset of the first byte of the record.
    ///   - bytes: A part of the file.
    /// - Returns: The offset behind the record's end; nil if the record goes on behind `bytes`.
    func end(ofRecordAt start: Int, in bytes: Span<UInt8>) -> Int?

    /// Returns the key of an earlier record. A run that appends calls this only to check that the last record is complete.
    ///
    /// - Parameter record: The bytes of the record, with its end.
    /// - Returns: nil for bytes without a record, such as an empty line, and for a record whose key is null: they stay as they are.
    /// - Throws: The fault of the record. The run then ends with the exit code 65, and the file stays.
    func key(of record: Span<UInt8>) throws -> RecordKey?
}

extension RecordFormat {
    /// Empty: the format has no header.
    public var header: [UInt8] { [] }
    /// A line feed behind each record.
    public var recordEnd: [UInt8] { [UInt8(ascii: "\n")] }
    /// No fault, because there is no header.
    public func fault(inHeader header: Span<UInt8>) -> String? { nil }
    /// The offset behind the next line feed.
    public func end(ofRecordAt start: Int, in bytes: Span<UInt8>) -> Int? { Lines.end(ofLineAt: start, in: bytes) }
}

/// The key by which a new record replaces an earlier one. Keys are equal if jq calls their values equal: `1` and `1.0` are, `1` and `"1"`
/// are not.
public struct RecordKey: Hashable, Sendable {
    private let text: JSONKey

    /// Makes a key of a value.
    ///
    /// - Returns: nil for null, which is no key.
    /// - Throws: ``JSONError`` for text that cannot be decoded.
    public init?(_ value: JSONValue) throws {
        if value.isNull { return nil }
        text = JSONKey(try value.canonicalText())
    }
}

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

    /// Receives the value at the path of the key.
    private struct KeySink: JSONItemSink {
        var value: JSONValue?

        mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) { value = layout.value(of: bytes) }
    }

    /// Returns the key of a line; nil if no keys are read.
    ///
    /// - Throws: ``RecordError`` with the fault of the line; the error of the key's program.
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
    /// The number of undecoded bytes from which one more copy of them costs more than serializing the value in the only task of the sink.
    private static let longBytes = 1 << 10

    /// Returns the content of a record, ready to be written. Passes on values whose text is mostly undecoded: writing copies that text once,
    /// straight to the output. Serializes all other values; call this in ``Sink/render(_:in:)``, where several workers run at once.
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
