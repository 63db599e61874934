internal import JSONParsing

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
            throw PipelineFailure(.badData, "\(place): \((error as? ProgramError)?.reason ?? error.message)")
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
