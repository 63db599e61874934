internal import JSONParsing

// The tables of a pipeline file: values from files, which all programs find under a name.
extension OptionReader {
    /// The names of variables that jq gives itself.
    private static let takenNames = ["ENV", "__loc__"]

    /// Reads `data`, the tables for all programs of the pipeline file, and adds them to ``values``.
    ///
    /// - Parameter readsFiles: Whether the files are read. Otherwise each table is null, for commands that run no program.
    mutating func readTables(readsFiles: Bool) {
        var described = OptionReader.describing
        _ = TableFile.keyed(&described)
        let kind = OptionDeclaration.Kind.map(.either(.path, described.declarations))
        let help =
            "Tables to look values up in: names, under which programs find them as $name, with a file each. A JSON document, JSON Lines "
            + "(.jsonl, .ndjson) as an array of values, or CSV (.csv, .tsv) as an array of objects."
        guard let value = declare("data", kind, isRequired: false, default: nil, help: help) else { return }
        var shown = JSONObject()
        var tables: [QueryConstants.Constant] = []
        for member in members(value, "data", kind) {
            if let fault = fault(ofTable: member.key) {
                report(fault, at: member.keyRange, key: "data.\(member.key)")
                continue
            }
            var form = JSONValue.null
            let table = readTable(member.value, "data.\(member.key)", readsFile: readsFiles, shown: &form)
            shown[member.key] = form
            tables.append(QueryConstants.Constant(name: member.key, value: table ?? .null))
        }
        show(.object(shown), as: "data")
        values.add(tables)
    }

    /// The fault of a table's name; nil if programs can find a value under it.
    private func fault(ofTable name: String) -> String? {
        if !QueryConstants.isVariable(name) {
            return "expected a name of letters, digits and \"_\", which programs write as $name, found \"\(name.printable)\""
        }
        if Self.takenNames.contains(name) { return "jq has a variable $\(name); give the table another name" }
        return values.contains(name) ? "a parameter is called \"\(name)\", too; give the table another name" : nil
    }

    /// Reads one table; nil if its file is not read, and after a problem was reported.
    private mutating func readTable(
        _ value: ConfigValue, _ key: String, readsFile: Bool, shown: inout JSONValue
    ) -> JSONValue? {
        shown = value.maskedValue
        switch value.content {
        case .unresolved: return nil
        case .string:
            guard checkTable(value, key), let path = readPath(value, key), readsFile else { return nil }
            return content(of: TableFile(path: path), keyedBy: nil, at: value.range, key)
        case .object:
            let (table, effective) = readInside(value, key) { options -> JSONValue? in
                let (file, program) = TableFile.keyed(&options)
                guard let from = options.value(of: "from"), options.checkTable(from, "from") else { return nil }
                guard readsFile, options.problems.isEmpty else { return nil }
                return options.content(of: file, keyedBy: program, at: from.range, "from")
            }
            shown = .object(effective)
            return table
        default:
            reportWrongKind(value, key, expected: "a path as a string, or an object")
            return nil
        }
    }

    /// Whether a value can be the path of a table; false after a problem was reported.
    private mutating func checkTable(_ value: ConfigValue, _ key: String) -> Bool {
        guard case .string(let path) = value.content else { return true }
        if let file = value.contentFile {
            report("expected the path of a file, found the text of \(file.printable); write the path itself", at: value.range, key: key)
        } else if path.isWebAddress {
            report("expected the path of a file, found a URL; fetch the table before the run", at: value.range, key: key)
        } else {
            return true
        }
        return false
    }

    /// Reads a file; nil after a problem was reported.
    private mutating func content(of file: TableFile, keyedBy program: RecordQuery?, at range: Range<Int>, _ key: String) -> JSONValue? {
        do {
            let table = try file.read()
            if let remark = table.remark { warn("\(file.path.shown.printable): \(remark)", at: range, key: key) }
            guard let program else { return table.value }
            return try table.keyed(by: program, file: file.path.shown.printable)
        } catch {
            report((error as? PipelineFailure)?.message ?? error.message, at: range, key: key)
            return nil
        }
    }
}

extension TableFile {
    /// Reads the options of a table, and the program that gives the key of a row.
    fileprivate static func keyed(_ options: inout OptionReader) -> (file: TableFile, key: RecordQuery?) {
        let path = options.read("from", .path, help: "The file: JSON, JSON Lines or CSV by its name, and CSV with an option of CSV.")
        let key = options.readIfPresent(
            "key", .query, help: "A jq program that gives the key of a row: the table is then an object of the rows by their keys.")
        let format = TableFormat(&options)
        let isCSV = TableFormat.options.contains { options.value(of: $0) != nil }
        return (TableFile(path: path, format: isCSV ? format : nil, decoding: format.decoding), key)
    }
}
