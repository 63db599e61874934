internal import JSONParsing

/// A file with a table: a JSON document, JSON Lines, or CSV.
struct TableFile {
    /// The largest content of a file, in bytes, after its decompression.
    static let maxBytes = 256 << 20

    /// The format of a file, by its name. The ending of a compressed file does not count.
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

    /// Reads the file, and decodes all of it, so that looking up a value takes the same time everywhere in the table.
    ///
    /// - Throws: ``PipelineFailure`` with the place of the fault.
    func read() throws -> Table {
        if let size = FilePath.size(of: path.value), size > Self.maxBytes {
            throw PipelineFailure(.badData, "\(path.shown.printable) is longer than the limit of \(Self.maxBytes) bytes")
        }
        let file = try InputFile.readAll(.file(path), limit: Self.maxBytes)
        let bytes = try CompressedBytes.content(of: file, limit: Self.maxBytes, shownAs: path.shown)
        switch Kind(ofName: path.value) {
        case .json where format == nil: return try document(bytes)
        case .jsonLines where format == nil: return try lines(bytes)
        default: return try rows(bytes)
        }
    }

    private func document(_ bytes: [UInt8]) throws -> Table {
        do throws(JSONError) {
            let mark = try ByteOrderMark.lengthToSkip(in: bytes)
            return Table(value: try Self.value(mark == 0 ? bytes : Array(bytes[mark...])), lines: [])
        } catch {
            throw failure(error, in: bytes, line: 1)
        }
    }

    private func lines(_ bytes: [UInt8]) throws -> Table {
        var values: [JSONValue] = []
        var numbers: [Int] = []
        var number = 0
        var rest = bytes[((try? ByteOrderMark.lengthToSkip(in: bytes)) ?? 0)...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            do throws(JSONError) {
                values.append(try Self.value(Array(line)))
                numbers.append(number)
            } catch {
                throw failure(error, in: Array(line), line: number)
            }
        }
        return Table(value: .array(values), lines: numbers)
    }

    private func rows(_ bytes: [UInt8]) throws -> Table {
        var values: [JSONValue] = []
        var numbers: [Int] = []
        var reader = TableReader(format ?? TableFormat(), ofFile: path.value)
        for chunk in bytes.isEmpty ? [[]] : [bytes, []] {
            let (rows, fault) = reader.rows(of: chunk)
            for row in rows {
                switch row {
                case .object(let object, let line, _):
                    values.append(.object(object))
                    numbers.append(line)
                case .faulty(let fault, _, _, _): throw failure(fault)
                }
            }
            if let fault { throw failure(fault) }
        }
        return Table(value: .array(values), lines: numbers)
    }

    private static func value(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: bytes, limits: JSONLimits(maxValueBytes: maxBytes)).decodedWhole()
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
    fileprivate func decodedWhole() throws(JSONError) -> JSONValue {
        switch try decoded() {
        case .array(let elements):
            var decoded: [JSONValue] = []
            decoded.reserveCapacity(elements.count)
            for element in elements { decoded.append(try element.decodedWhole()) }
            return .array(decoded)
        case .object(let object):
            var decoded = JSONObject()
            decoded.reserveCapacity(object.count)
            for member in object { decoded.appendNew(try member.value.decodedWhole(), for: member.key) }
            return .object(decoded)
        case let value: return value
        }
    }
}
