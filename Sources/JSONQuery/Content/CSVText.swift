import JSONParsing

/// Reads CSV as RFC 4180 defines it: rows of strings. An empty cell without quotation marks is null, as in the sink `csv`.
///
/// - SeeAlso: [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)
struct CSVText {
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let text: String
    private let run: Run
    private let delimiter: UInt8
    private let hasHeader: Bool
    private var place = 0
    private var line = 1

    /// - Parameter options: `headers`, whether the first row has names of columns; `delimiter`, one ASCII character.
    init(_ text: String, _ options: JSONValue, _ run: Run) throws {
        let reader = try FunctionOptions(options, of: "from_csv", known: ["delimiter", "headers"])
        hasHeader = try reader.boolean("headers") ?? false
        let delimiter = try reader.string("delimiter") ?? ","
        guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first, ![Self.quote, Self.lineFeed, Self.carriageReturn].contains(byte)
        else {
            throw QueryRuntimeError("from_csv: delimiter must be one ASCII character, not \(ValueText.described(.string(delimiter)))")
        }
        self.delimiter = byte
        self.text = text
        self.run = run
    }

    /// Arrays of cells, or objects by the names of the header. Empty lines are skipped.
    mutating func rows() throws -> JSONValue {
        if text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        var rows: [JSONValue] = []
        var names: [String]?
        while place < text.utf8.count {
            let first = line
            guard let cells = try row() else { continue }
            if let names {
                try run.append(.object(try object(names, cells, line: first)), to: &rows)
            } else if hasHeader {
                names = try header(cells)
            } else {
                try run.append(.array(cells), to: &rows)
            }
        }
        return .array(rows)
    }

    private func header(_ cells: [JSONValue]) throws -> [String] {
        var known = JSONObject()
        return try cells.map { cell in
            let name = cell.string ?? ""
            guard known[name] == nil else {
                throw QueryRuntimeError("from_csv: the header has \(ValueText.shortened(.string(name))) twice")
            }
            known.appendNew(.null, for: name)
            return name
        }
    }

    private func object(_ names: [String], _ cells: [JSONValue], line: Int) throws -> JSONObject {
        guard cells.count == names.count else {
            throw QueryRuntimeError("from_csv: line \(line) has \(cells.count) cells, and the header \(names.count)")
        }
        try run.allocate(MemorySize.object(names.count))
        var object = JSONObject()
        for (name, cell) in zip(names, cells) { object.appendNew(cell, for: name) }
        return object
    }

    /// The cells of a row up to its line end; nil for an empty line.
    private mutating func row() throws -> [JSONValue]? {
        var cells: [JSONValue] = []
        try run.step()
        while true {
            let cell = try cell()
            let next = byte(at: place)
            if next == delimiter {
                try run.append(cell, to: &cells)
                place += 1
                continue
            }
            if next == Self.carriageReturn { place += 1 }
            if byte(at: place) == Self.lineFeed { place += 1 }
            line += 1
            if cells.isEmpty, cell.isNull { return nil }
            try run.append(cell, to: &cells)
            return cells
        }
    }

    private mutating func cell() throws -> JSONValue {
        if byte(at: place) == Self.quote { return .string(try quoted()) }
        let start = place
        let bytes = text.utf8.span
        while place < bytes.count {
            let byte = bytes[place]
            if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn { break }
            place += 1
            try run.chargeBlock(at: place)
        }
        if place == start { return .null }
        return .string(try TextPieces.piece(start..<place, of: text, run))
    }

    private mutating func quoted() throws -> String {
        let start = line
        var output = try TextBuilder(run)
        let bytes = text.utf8.span
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            try run.chargeBlock(at: place)
            if byte == Self.quote {
                guard self.byte(at: place) == Self.quote else {
                    let next = self.byte(at: place)
                    guard next == nil || next == delimiter || next == Self.lineFeed || next == Self.carriageReturn else {
                        throw QueryRuntimeError("from_csv: line \(line): text follows the quotation mark that ends a cell")
                    }
                    return try output.finish()
                }
                place += 1
            } else if byte == Self.lineFeed {
                line += 1
            }
            try output.append(byte)
        }
        throw QueryRuntimeError("from_csv: line \(start): a quotation mark has no end")
    }

    private func byte(at place: Int) -> UInt8? {
        let bytes = text.utf8.span
        return place < bytes.count ? bytes[place] : nil
    }
}
