/// The format of a file of records, for ``FileOutput/fill(from:as:_:)``: how its content is cut into records, and which key each has.
///
/// A conformer need not decode more than the key: earlier records that stay are copied byte by byte.
public protocol RecordFormat: Sendable {
    /// The first bytes of a file, such as the row with the names of the columns. Empty if the format has none. It is read once the first
    /// document has come, or there is none.
    var header: [UInt8] { get }
    /// The end of a record, for an earlier file whose last record has none.
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

    /// Returns the key of an earlier record. A run that appends calls this for the last record, which may be torn, and needs no key.
    ///
    /// - Parameter record: The bytes of the record, with its end.
    /// - Returns: nil for bytes without a record, such as an empty line, and for a record whose key is null: they stay as they are.
    /// - Throws: The fault of the record. The run then ends (65), and the file stays.
    func key(of record: Span<UInt8>) throws -> RecordKey?
}

extension RecordFormat {
    /// No header.
    public var header: [UInt8] { [] }
    /// A line feed.
    public var recordEnd: [UInt8] { [UInt8(ascii: "\n")] }
    /// No fault, because there is no header.
    public func fault(inHeader header: Span<UInt8>) -> String? { nil }
    /// The offset behind the next line feed.
    public func end(ofRecordAt start: Int, in bytes: Span<UInt8>) -> Int? { Lines.end(ofLineAt: start, in: bytes) }
}
