internal import JSONParsing
package import Pipeline

/// The state that a run stores for the next one: how far it has read. It is the content of the file of the option `state`.
package struct IncrementalState: Sendable {
    /// The greatest cursor that was read, and the items near it that the next run gets again.
    package struct Items: Sendable {
        /// The greatest cursor of the items that were read and are not ahead of the clock; nil if all are ahead.
        var greatest: CursorValue?
        /// The keys of the items in the window below ``greatest``, and of those that are ahead of the clock, by their cursors.
        var groups: [(cursor: CursorValue, keys: [String])] = []
        /// The observed order of the list, where the option `order` states one.
        package var order = DescendingOrderCheck.Known()
    }

    /// How far a run has read.
    package enum Position: Sendable {
        case items(Items)
        /// A token of the server, which the next run sends.
        case token(PageToken)
    }

    /// The list that the state belongs to.
    package let identity: ListIdentity
    package let position: Position
    /// The outputs of the run that wrote the state; nil if the version that wrote it stored none.
    package var outputs: [OutputMark]?

    package init(identity: ListIdentity, position: Position, outputs: [OutputMark]? = nil) {
        self.identity = identity
        self.position = position
        self.outputs = outputs
    }

    /// The position in messages: the greatest cursor, or the token.
    package var shown: String {
        switch position {
        case .items(let items): items.greatest?.shown ?? "the start of the list"
        case .token(let token): token.shown
        }
    }
}

// The file of a state. It is JSON with one group of items a line, so that people can read it, and equal states have equal bytes.
//
//     {
//       "format": "tabpipe state 1",
//       "url": "https://api.example.com/items?limit=100",
//       "cursor": ".updated_at",
//       "id": ".id",
//       "list": "5f2c…",
//       "outputs": [{"path": "out/items.jsonl", "bytes": 1834}],
//       "greatest": "2024-05-01T08:30:00Z",
//       "unordered": 3 or "all", "top": "2024-05-01T08:29:00Z",  (DescendingOrderCheck.Known; missing for a list that is in order)
//       "items": [
//         {"cursor": "2024-05-01T08:30:00Z", "ids": [17, 18]}
//       ]
//     }
extension IncrementalState {
    /// The first member of each file, by which other programs' files are told apart.
    static let format = "tabpipe state 1"
    /// The limit of a file in bytes.
    package static let maxBytes = 64 << 20

    /// The content of the file.
    package var bytes: [UInt8] { Array((text([("format", .string(Self.format))], indent: "") + "\n").utf8) }

    /// The object of a state.
    ///
    /// - Parameters:
    ///   - first: The members in front of those of the state.
    ///   - indent: The spaces in front of each line but the first one.
    func text(_ first: [(String, JSONValue)], indent: String) -> String {
        let members: [(String, JSONValue)] =
            first + [
                ("url", .string(identity.url)), ("cursor", .string(identity.cursor)), ("id", .string(identity.id)),
                ("list", .string(identity.hash)),
            ]
        let inner = indent + "  "
        var text = "{\n"
        for (key, value) in members { text += "\(inner)\"\(key)\": \(value.compactText),\n" }
        if let outputs { text += "\(inner)\(Self.text(of: outputs)),\n" }
        switch position {
        case .token(let token): text += "\(inner)\"token\": \(token.json.compactText)\n\(indent)}"
        case .items(let items):
            text += "\(inner)\"greatest\": \((items.greatest?.json ?? .null).compactText),\n"
            if items.order.isWithoutOrder { text += "\(inner)\"unordered\": \"all\",\n" }
            if items.order.unordered > 0 { text += "\(inner)\"unordered\": \(items.order.unordered),\n" }
            if let top = items.order.top { text += "\(inner)\"top\": \(top.json.compactText),\n" }
            text += "\(inner)\"items\": ["
            var separator = "\n"
            for group in items.groups {
                let ids = group.keys.joined(separator: ", ")
                text += "\(separator)\(inner)  {\"cursor\": \(group.cursor.json.compactText), \"ids\": [\(ids)]}"
                separator = ",\n"
            }
            text += items.groups.isEmpty ? "]\n\(indent)}" : "\n\(inner)]\n\(indent)}"
        }
        return text
    }

    /// The member of a file that names the outputs.
    static func text(of outputs: [OutputMark]) -> String {
        "\"outputs\": [\(outputs.map { json(of: $0).compactText }.joined(separator: ", "))]"
    }

    /// Whether a file begins as a state of this program, of any version. It may be incomplete. An empty file counts as a state, and so does
    /// one of NUL bytes, which a file system may leave after a power failure.
    package static func isState(_ bytes: [UInt8]) -> Bool {
        let content = bytes.dropFirst(markLength(bytes))
        let text = String(decoding: content.prefix(256), as: UTF8.self).filter { !$0.isWhitespace }
        return text.hasPrefix(#"{"format":"tabpipestate"#) || content.allSatisfy { $0 == 0 || Character(Unicode.Scalar($0)).isWhitespace }
    }

    /// The length of the byte order mark that an editor has put at the start.
    private static func markLength(_ bytes: [UInt8]) -> Int { ByteOrderMark.lengthToSkip(inText: bytes) ?? 0 }

    /// Parses the content of a file.
    ///
    /// - Throws: ``StateFault`` with the place of the fault.
    package init(_ bytes: [UInt8]) throws(StateFault) {
        let object = try Self.object(in: bytes)
        try Self.check(format: object.format, is: Self.format)
        try self.init(object.members)
    }

    /// Parses a file, which is an object with a format.
    static func object(in bytes: [UInt8]) throws(StateFault) -> (format: String, members: JSONObject) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(bytes.dropFirst(Self.markLength(bytes)))).decoded()
        } catch {
            let position = JSONPosition(offset: error.offset, in: bytes)
            throw StateFault("line \(position.line), column \(position.column): \(error.message)")
        }
        guard let object = value.object, let format = object["format"]?.string else {
            throw StateFault("expected an object with \"format\": \"\(Self.format)\"")
        }
        return (format, object)
    }

    static func check(format: String, is expected: String) throws(StateFault) {
        guard format == expected else {
            throw StateFault("expected the format \"\(expected)\", found \"\(PageToken(format).shown)\" of another version")
        }
    }

    /// Reads a state from its object.
    init(_ object: JSONObject) throws(StateFault) {
        func text(_ key: String) throws(StateFault) -> String {
            guard let text = object[key]?.string else { throw StateFault(".\(key): expected a text, found \(Self.kind(of: object[key]))") }
            return text
        }
        identity = ListIdentity(url: try text("url"), cursor: try text("cursor"), id: try text("id"), hash: try text("list"))
        outputs = try object["outputs"].map { value throws(StateFault) in try Self.marks(of: value) }
        if let token = object["token"] {
            guard let token = PageToken(token) else {
                throw StateFault(".token: expected a text, a number, a list or an object, found \(token.kind.phrase)")
            }
            position = .token(token)
        } else {
            position = .items(try Self.items(of: object))
        }
    }

    private static func json(of mark: OutputMark) -> JSONValue {
        switch mark.content {
        case .file(let bytes): .object(["path": .string(mark.path), "bytes": .number(JSONNumber(bytes))])
        case .folder(let hasFiles): .object(["path": .string(mark.path), "has_files": .bool(hasFiles)])
        }
    }

    static func marks(of value: JSONValue) throws(StateFault) -> [OutputMark] {
        guard let list = value.array else { throw StateFault(".outputs: expected an array, found \(value.kind.phrase)") }
        var marks: [OutputMark] = []
        for (number, entry) in list.enumerated() {
            guard let path = entry.object?["path"]?.string else { throw StateFault(".outputs[\(number)].path: expected a text") }
            if let bytes = entry.object?["bytes"]?.number?.int64, bytes >= 0 {
                marks.append(OutputMark(path: path, content: .file(bytes: Int(bytes))))
            } else if let hasFiles = entry.object?["has_files"]?.bool {
                marks.append(OutputMark(path: path, content: .folder(hasFiles: hasFiles)))
            } else {
                throw StateFault(".outputs[\(number)]: expected \"bytes\" or \"has_files\"")
            }
        }
        return marks
    }

    private static func items(of object: JSONObject) throws(StateFault) -> Items {
        let greatest = object["greatest"]
        var items = Items(greatest: greatest?.isNull == true ? nil : try cursor(greatest, at: ".greatest"))
        if object["unordered"]?.string == "all" {
            items.order.isWithoutOrder = true
        } else if let count = object["unordered"] {
            guard let number = count.number?.int64, number >= 0 else {
                throw StateFault(".unordered: expected a number of items or \"all\", found \(kind(of: count))")
            }
            items.order.unordered = Int(number)
        }
        if let top = object["top"] { items.order.top = try cursor(top, at: ".top") }
        guard let groups = object["items"]?.array else {
            throw StateFault(".items: expected an array, found \(kind(of: object["items"]))")
        }
        for (number, group) in groups.enumerated() {
            let place = ".items[\(number)]"
            let value = try cursor(group.object?["cursor"], at: "\(place).cursor")
            guard let ids = group.object?["ids"]?.array else {
                throw StateFault("\(place).ids: expected an array, found \(kind(of: group.object?["ids"]))")
            }
            items.groups.append((value, ids.map(\.compactText)))
        }
        return items
    }

    private static func cursor(_ value: JSONValue?, at place: String) throws(StateFault) -> CursorValue {
        do throws(IncrementalFault) {
            if let value, let cursor = try CursorValue(value) { return cursor }
        } catch {
            throw StateFault("\(place): \(error)")
        }
        throw StateFault("\(place): expected a number or a text, found \(kind(of: value))")
    }

    private static func kind(of value: JSONValue?) -> String { value?.kind.phrase ?? "nothing" }
}

/// A fault in the file of a state, with its place in the file.
package struct StateFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
