internal import HTMLParsing
internal import JSONParsing

/// Writes records as bytes for a temporary file, and reads them back: value, origin and place.
///
/// A record has ten numbers: twice the length of the origin's source, plus 1 if the last of equal keys wins; the number of indexes in the
/// place's branch; the number of the base; page, item, line, offset and element of the origin; the number of the place; the length of the
/// list of documents. The indexes, the source, the list and the JSON text follow. A number has eight bytes, the lowest first; -1 stands
/// for nil.
struct RecordCoding {
    private static let noNumber = -1
    private static let headBytes = 10 * 8

    /// The base URLs. They stay in memory, and neighbours share one.
    private var bases = [BaseAddress()]

    /// Appends a record.
    ///
    /// - Parameter keepsDocuments: Whether documents that stages have set are documents again after reading. Otherwise they become text.
    mutating func append(_ record: Record, to bytes: inout [UInt8], keepsDocuments: Bool) {
        let (origin, place) = (record.origin, record.place)
        if bases[bases.count - 1] != origin.base { bases.append(origin.base) }
        let branch = place.branch
        let documents = keepsDocuments ? record.documents.filter(\.isAuthoritative) : []
        var list = JSONWriter()
        if !documents.isEmpty {
            list.write(.array(documents.map { .array(([$0.key.name] + $0.inner).map { .string($0) }) }))
        }
        let none = Self.noNumber
        let value = record.value
        let head = [
            origin.source.utf8.count << 1 | (value.readsLastKeys ? 1 : 0), branch.count, bases.count - 1, origin.page ?? none, origin.item,
            origin.line ?? none, origin.byteOffset ?? none, origin.element ?? none, place.number, list.bytes.count,
        ]
        for number in head { bytes.append(number: number) }
        for number in branch { bytes.append(number: number) }
        bytes += origin.source.utf8
        bytes += list.bytes
        var writer = JSONWriter(appendingTo: bytes)
        bytes = []
        writer.write(value)
        bytes = writer.bytes
    }

    /// Reads a record.
    ///
    /// - Parameter bytes: What ``append(_:to:keepsDocuments:)`` has written, and nothing else.
    /// - Returns: nil if the text is longer than a JSON text can be.
    func record(from bytes: ArraySlice<UInt8>) -> Record? {
        let start = bytes.startIndex
        func number(_ place: Int) -> Int { bytes.number(at: start + 8 * place) }
        func known(_ place: Int) -> Int? { number(place) == Self.noNumber ? nil : number(place) }
        let branchCount = number(1)
        let branch = (0..<branchCount).map { number(10 + $0) }
        let sourceStart = start + Self.headBytes + 8 * branchCount
        let listStart = sourceStart + number(0) >> 1
        let textStart = listStart + number(9)
        let origin = Origin(
            source: String(decoding: bytes[sourceStart..<listStart], as: UTF8.self), page: known(3), item: number(4), line: known(5),
            byteOffset: known(6), element: known(7), base: bases[number(2)])
        let limits = JSONLimits(maxDepth: Int(Int32.max), maxValueBytes: JSONLimits.maxSupportedValueBytes)
        let isLast = number(0) & 1 == 1
        guard let value = try? JSONValue(parsing: Array(bytes[textStart...]), limits: limits, lastKeyWins: isLast) else { return nil }
        var record = Record(value, origin: origin)
        record.place = RecordPlace(number: number(8), branch: branch)
        if textStart > listStart { Self.restoreDocuments(Array(bytes[listStart..<textStart]), in: &record) }
        return record
    }

    /// Makes the texts of fields documents again.
    private static func restoreDocuments(_ list: [UInt8], in record: inout Record) {
        for names in (try? JSONValue(parsing: list))?.array ?? [] {
            let path = FieldPath(steps: (names.array ?? []).compactMap(\.string).map { .key($0) })
            // The text is that of a document, so reading it succeeds.
            guard let text = try? record.string(path) else { continue }
            try? record.setDocument(HTMLDocument(parsingFragment: text), in: path)
        }
    }
}

extension PipelineFailure {
    /// The failure of a temporary file with records.
    static func temporaryRecords(in folder: String, _ error: SystemError) -> PipelineFailure {
        PipelineFailure(
            error.outputFailure,
            "records cannot be kept in the temporary folder \(folder.printable): \(error.reason); TMPDIR names another one",
            concernsAllRecords: true)
    }
}

extension [UInt8] {
    /// Appends a number in eight bytes, the lowest first.
    mutating func append(number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The number in eight bytes at a position, the lowest first.
    func number(at position: Int) -> Int {
        var number: UInt64 = 0
        for byte in self[position..<position + 8].reversed() { number = number << 8 | UInt64(byte) }
        return Int(truncatingIfNeeded: number)
    }
}
