internal import HTMLParsing
internal import JSONParsing

/// Reads TOML. Dates and times are strings.
///
/// - SeeAlso: [TOML 1.0.0](https://toml.io/en/v1.0.0)
struct TOMLReader {
    /// A table while it is read: its members are values, tables, or lists of tables.
    private struct Table {
        enum Member {
            case value(JSONValue)
            case table(Int)
            /// The index of a list of tables in `lists`.
            case list(Int)
        }

        var keys: [String] = []
        var members: [String: Member] = [:]
        /// Whether a header or a pair has defined the table.
        var isDefined = false
    }

    private var tables = [Table()]
    /// The tables of each list of tables.
    private var lists: [[Int]] = []
    private var values: TOMLValueReader

    /// Reads the fields.
    ///
    /// - Parameters:
    ///   - text: The file up to the end of its front matter.
    ///   - start: The offset of the first field.
    static func read(_ text: [UInt8], from start: Int) throws(FrontMatterError) -> JSONObject {
        var reader = TOMLReader(values: TOMLValueReader(text, at: start))
        try reader.read()
        return reader.object(0)
    }

    private init(values: TOMLValueReader) { self.values = values }

    private mutating func read() throws(FrontMatterError) {
        var current = 0
        while true {
            values.skipLines()
            guard let byte = values.peek else { return }
            if byte == UInt8(ascii: "[") {
                current = try header()
            } else {
                let start = values.offset
                let path = try values.keyPath()
                try values.expect(UInt8(ascii: "="))
                let value = try values.value()
                let table = try descend(current, path.dropLast(), at: start)
                try set(path[path.count - 1], .value(value), in: table, at: start)
            }
            try values.endLine()
        }
    }

    /// Reads `[table]` or `[[list]]` and returns the table that follows it.
    private mutating func header() throws(FrontMatterError) -> Int {
        let start = values.offset
        try values.expect(UInt8(ascii: "["))
        let isList = values.take(UInt8(ascii: "["))
        let path = try values.keyPath()
        try values.expect(UInt8(ascii: "]"))
        if isList { try values.expect(UInt8(ascii: "]")) }
        let parent = try descend(0, path.dropLast(), at: start)
        let name = path[path.count - 1]
        guard isList else {
            let table = try descend(parent, [name], at: start)
            guard !tables[table].isDefined else { throw values.fault("\"\(name)\" is there twice", at: start) }
            tables[table].isDefined = true
            return table
        }
        tables.append(Table(isDefined: true))
        let table = tables.count - 1
        switch tables[parent].members[name] {
        case .list(let list): lists[list].append(table)
        case nil:
            lists.append([table])
            try set(name, .list(lists.count - 1), in: parent, at: start)
        default: throw values.fault("\"\(name)\" is there twice", at: start)
        }
        return table
    }

    /// The table at a path. Makes missing tables. In a list of tables, the last one counts.
    private mutating func descend(_ table: Int, _ path: ArraySlice<String>, at start: Int) throws(FrontMatterError) -> Int {
        var table = table
        for name in path {
            switch tables[table].members[name] {
            case .table(let inner): table = inner
            case .list(let list): table = lists[list][lists[list].count - 1]
            case .value: throw values.fault("\"\(name)\" is no table", at: start)
            case nil:
                tables.append(Table())
                try set(name, .table(tables.count - 1), in: table, at: start)
                table = tables.count - 1
            }
        }
        return table
    }

    private mutating func set(_ name: String, _ member: Table.Member, in table: Int, at start: Int) throws(FrontMatterError) {
        guard tables[table].members[name] == nil else { throw values.fault("\"\(name)\" is there twice", at: start) }
        tables[table].keys.append(name)
        tables[table].members[name] = member
    }

    private func object(_ table: Int) -> JSONObject {
        var object = JSONObject()
        for key in tables[table].keys {
            switch tables[table].members[key] {
            case .value(let value): object[key] = value
            case .table(let inner): object[key] = .object(self.object(inner))
            case .list(let list): object[key] = .array(lists[list].map { .object(self.object($0)) })
            case nil: break
            }
        }
        return object
    }
}
