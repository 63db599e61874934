internal import JSONParsing

/// A file with a table: a JSON document, JSON Lines, or CSV.
struct TableFile {
    /// The largest content of a file, in bytes, after its decompression.
    static let maxBytes = 256 << 20
    /// The length of the pieces in which rows are read, in bytes.
    private static let chunkBytes = 1 << 20

    /// The format of a file, by the extension of its name, without that of a compressed file.
    enum Kind: Equatable {
        case json
        case jsonLines
        case csv(hasTabs: Bool)

        init(ofName path: String) {
            let name = CompressedFormat.withoutEnding(String(path.prefix { $0 != "?" && $0 != "#" })).lowercased()
            if name.hasSuffix(".csv") {
                self = .csv(hasTabs: false)
            } else if name.hasSuffix(".tsv") {
                self = .csv(hasTabs: true)
            } else {
                self = name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") ? .jsonLines : .json
            }
        }
    }

    let path: MaskedText
    /// The format of a table in CSV; nil if the name of the file decides what it is.
    var format: TableFormat?
    /// How the text is decoded.
    var decoding = TextDecoding()
    /// The largest number of values: strings, numbers, lists, objects. Short values take far more memory than their text, about 100 bytes
    /// each.
    var maxValues = 5_000_000

    /// Reads the file, and decodes all of it, so that looking up a value takes the same time everywhere in the table.
    ///
    /// - Throws: ``PipelineFailure`` with the place of the fault.
    func read() throws -> Table {
        if let size = FilePath.size(of: path.value), size > Self.maxBytes {
            throw PipelineFailure(.badData, "\(path.shown.printable) is longer than the limit of \(Self.maxBytes) bytes")
        }
        let file = try InputFile.readAll(.file(path), limit: Self.maxBytes)
        let content = try WholeDecompression.content(of: file, limit: Self.maxBytes, shownAs: path.shown)
        let kind = Kind(ofName: path.value)
        let isJSON = format == nil && (kind == .json || kind == .jsonLines)
        let (bytes, remark) = try decoding.whole(content, isJSON ? .json : .table, shown: path.shown)
        var table =
            switch kind {
            case .json where format == nil: try document(bytes)
            case .jsonLines where format == nil: try lines(bytes)
            default: try rows(bytes)
            }
        table.remark = remark
        return table
    }

    private func document(_ bytes: [UInt8]) throws -> Table {
        do {
            let mark = try ByteOrderMark.lengthToSkip(in: bytes)
            var room = maxValues
            let value = try Self.value(mark == 0 ? bytes : Array(bytes[mark...]), room: &room)
            if room < 0 { throw tooManyValues }
            return Table(value: value, lines: [])
        } catch let error as JSONError {
            throw failure(error, in: bytes, line: 1)
        }
    }

    private var tooManyValues: PipelineFailure {
        PipelineFailure(
            .badData, "\(path.shown.printable) has more than \(maxValues) values, which is the limit of a table; read it as a source")
    }

    private func lines(_ bytes: [UInt8]) throws -> Table {
        var values: [JSONValue] = []
        var numbers: [Int] = []
        var number = 0
        var room = maxValues
        for line in Lines(bytes, from: (try? ByteOrderMark.lengthToSkip(in: bytes)) ?? 0) {
            number += 1
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            do throws(JSONError) {
                values.append(try Self.value(Array(line), room: &room))
                numbers.append(number)
            } catch {
                throw failure(error, in: Array(line), line: number)
            }
            if room < 0 { throw tooManyValues }
        }
        return Table(value: .array(values), lines: numbers)
    }

    private func rows(_ bytes: [UInt8]) throws -> Table {
        var values: [JSONValue] = []
        var numbers: [Int] = []
        var reader = TableReader(format ?? TableFormat(), ofFile: path.value)
        var room = maxValues
        // Rows come in pieces, so that a table with too many of them is refused before all are in memory.
        var start = 0
        while start <= bytes.count {
            let end = start == bytes.count ? start : min(bytes.count, start + Self.chunkBytes)
            let (rows, fault) = reader.rows(of: Array(bytes[start..<end]))
            start = end == start ? bytes.count + 1 : end
            for row in rows {
                switch row {
                case .object(let object, let line, _):
                    room -= 1 + object.count
                    if room < 0 { throw tooManyValues }
                    values.append(.object(object))
                    numbers.append(line)
                case .faulty(let fault, _, _, _): throw failure(fault)
                }
            }
            if let fault { throw failure(fault) }
        }
        return Table(value: .array(values), lines: numbers)
    }

    /// - Parameter room: The number of further values; negative if the text has more.
    private static func value(_ bytes: [UInt8], room: inout Int) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: bytes, limits: JSONLimits(maxValueBytes: maxBytes)).decodedWhole(room: &room)
    }

    private func failure(_ error: JSONError, in bytes: [UInt8], line: Int) -> PipelineFailure {
        let position = JSONPosition(offset: error.offset, in: bytes)
        let place = "\(path.shown.printable):\(position.line + line - 1):\(position.column)"
        return PipelineFailure(.badData, "\(place): \(error.message.printable)")
    }

    private func failure(_ fault: TableFault) -> PipelineFailure {
        PipelineFailure(.badData, fault.message(inFile: path.shown).printable)
    }
}

extension JSONValue {
    /// The value with all values below it decoded. The reader has limited its depth.
    ///
    /// - Parameter room: The number of values that there is room for. If there are more, it becomes negative, and the rest is left out.
    fileprivate func decodedWhole(room: inout Int) throws(JSONError) -> JSONValue {
        room -= 1
        if room < 0 { return .null }
        switch try decoded() {
        case .array(let elements):
            var decoded: [JSONValue] = []
            decoded.reserveCapacity(elements.count)
            for element in elements where room >= 0 { decoded.append(try element.decodedWhole(room: &room)) }
            return .array(decoded)
        case .object(let object):
            var decoded = JSONObject()
            decoded.reserveCapacity(object.count)
            for member in object where room >= 0 { decoded.appendNew(try member.value.decodedWhole(room: &room), for: member.key) }
            return .object(decoded)
        case let value: return value
        }
    }
}

/// The content of a file with a table.
struct Table {
    /// The document, or an array of rows.
    let value: JSONValue
    /// The line of each row, counted from 1; none for a JSON document.
    let lines: [Int]
    /// The warning about bytes that were replaced; nil if there were none.
    var remark: String?

    /// Returns an object with each row at its key.
    ///
    /// - Parameters:
    ///   - key: Gives the key of a row.
    ///   - file: The name of the file in messages.
    /// - Throws: ``PipelineFailure`` for a row without a key, and for a key that two rows have.
    func keyed(by key: RecordQuery, file: String) throws -> JSONValue {
        guard case .array(let rows) = value else {
            throw PipelineFailure(.badData, "\(file): expected an array, whose elements get keys, found \(value.kind.phrase)")
        }
        var object = JSONObject()
        object.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            let name = try self.key(of: row, key, "\(file): \(place(of: index))")
            if let first = object.position(of: name) {
                let places = "\(place(of: first)) and \(place(of: index))"
                throw PipelineFailure(.badData, "\(file): \(places) have the same key \"\(name.printable)\"")
            }
            object.appendNew(row, for: name)
        }
        return .object(object)
    }

    private func key(of row: JSONValue, _ program: RecordQuery, _ place: String) throws -> String {
        let found: JSONValue?
        do {
            found = try program.first(Record(row))
        } catch {
            throw PipelineFailure(.badData, "\(place): \((error as? RecordQueryError)?.reason ?? error.message)")
        }
        switch try found?.decoded() {
        case .string(let text): return text
        case .number(let number): return number.text
        case let other:
            let phrase = other?.kind.phrase ?? "nothing"
            throw PipelineFailure(.badData, "\(place): expected a string or a number as the key, found \(phrase)")
        }
    }

    private func place(of index: Int) -> String { lines.isEmpty ? ".[\(index)]" : "line \(lines[index])" }
}
