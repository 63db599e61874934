package import JSONParsing
package import Pipeline

extension FirstAnswer {
    /// The options of the source `csv` for ``rows``.
    package static let tableOptions: JSONObject = ["delimiter": "auto"]
    /// The limit of rows that are looked at.
    private static let maxRows = 200

    /// The first rows of a table in CSV with a header.
    ///
    /// - Returns: nil if the answer is none: the rows have different lengths, or one cell each.
    /// - Throws: ``TableFault`` if two columns have one name.
    package func rows() throws(TableFault) -> [JSONValue]? {
        guard var options = try? OptionReader(json: JSONValue.object(Self.tableOptions).compactText) else { return nil }
        var table = TableReader(TableFormat(&options), ofFile: "")
        var (rows, fault) = table.rows(of: bytes)
        if isWhole, fault == nil {
            let last = table.rows(of: [])
            rows += last.rows
            fault = last.fault
        }
        if let fault {
            if fault.isRepeatedName { throw fault }
            return nil
        }
        var values: [JSONValue] = []
        for row in rows.prefix(Self.maxRows) {
            guard case .object(let object, _, _) = row, object.count > 1 else { return nil }
            values.append(.object(object))
        }
        return values.isEmpty ? nil : values
    }
}
