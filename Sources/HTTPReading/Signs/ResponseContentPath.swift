package import JSONParsing
package import Pipeline

/// The path to the content that a jq query takes from a response. The objects around the content are the envelope, in which servers put
/// signs of further pages and of failures.
package struct ResponseContentPath: Sendable {
    /// An object of the envelope.
    struct Level {
        let path: [String]
        let members: JSONObject
        /// The names of the members that hold content.
        let content: Set<String>
    }

    /// The keys that lead from the response to the content.
    private let keys: [String]
    /// The members of the object at ``keys`` that the query reads; nil if the whole value there is content.
    private let fields: Set<String>?
    /// Whether the values at ``keys`` are known to be content and no signs.
    private var isKnown = true

    /// A response that is content as a whole.
    package static let whole = ResponseContentPath(keys: [], fields: nil)

    /// The path for a response whose content is unknown: it leads through objects whose only member is another object.
    package static func unknown(in page: JSONValue) -> ResponseContentPath {
        var keys: [String] = []
        var value = page
        while let members = value.envelopeMembers, members.count == 1, let only = members.first {
            guard only.value.kind == .object else { break }
            keys.append(only.key)
            value = only.value
        }
        var place = ResponseContentPath(keys: keys, fields: [])
        place.isKnown = false
        return place
    }

    private init(keys: [String], fields: Set<String>?) {
        self.keys = keys
        self.fields = fields
    }

    /// Creates the path to the content that a query such as `.data.items[]` or `{body}` takes.
    package init(of program: RecordQuery) {
        guard let (steps, rest) = program.leadingPath else {
            self.init(keys: [], fields: program.readFields)
            return
        }
        var keys: [String] = []
        for case .key(let name, _) in steps.prefix(while: { if case .key = $0 { true } else { false } }) { keys.append(name) }
        // The fields that a query reads after a path belong to a record, not to the envelope.
        self.init(keys: keys, fields: steps.isEmpty ? rest?.readFields : nil)
    }

    /// The objects of the envelope, the outermost first; none if the response is content as a whole.
    func levels(in page: JSONValue) -> [Level] {
        var levels: [Level] = []
        var value = page
        for (depth, key) in keys.enumerated() {
            guard let members = value.envelopeMembers else { return levels }
            levels.append(Level(path: Array(keys[..<depth]), members: members, content: isKnown ? [key] : []))
            guard let inner = members[key] else { return levels }
            value = inner
        }
        if let fields, let members = value.envelopeMembers {
            levels.append(Level(path: keys, members: members, content: fields))
        }
        return levels
    }
}

extension JSONValue {
    /// The members of an object; nil for other values, and for an object that cannot be decoded.
    var envelopeMembers: JSONObject? {
        guard kind == .object, case .object(let members)? = try? decoded() else { return nil }
        return members
    }
}

extension String {
    /// The name of a member without the marks and capitals by which APIs differ: `next_page`, `nextPage` and `next-page` are one.
    package var plainName: String {
        String(
            decoding: utf8.compactMap { byte -> UInt8? in
                switch byte {
                case 0x30...0x39, 0x61...0x7A: byte
                case 0x41...0x5A: byte | 0x20
                // `@odata.nextLink` and `_links`.
                case 0x2D, 0x2E, 0x40, 0x5F, 0x24: nil
                default: byte
                }
            }, as: UTF8.self)
    }
}

/// A list beside the place where a jq query found nothing. A query such as `.items // empty` takes a misspelt name for an empty list.
package struct OverlookedList: Sendable, Equatable {
    /// The list and the places of which nothing was found, in words.
    package let phrase: String

    /// Looks for the list.
    ///
    /// - Parameters:
    ///   - page: The parsed response.
    ///   - place: Where the query looks for its content.
    /// - Returns: nil if something is there, if it is unknown what the query reads, or if there is no list of objects beside it.
    package init?(in page: JSONValue?, around place: ResponseContentPath) {
        guard let page, let level = place.levels(in: page).last, !level.content.isEmpty,
            level.content.allSatisfy({ level.members[$0]?.isNull ?? true }),
            let list = level.members.first(where: { $0.value.array?.first?.kind == .object })
        else { return nil }
        let wanted = level.content.sorted().map { JSONPathStep.text(ofKeys: level.path + [$0]) }.joined(separator: " and ")
        phrase = "nothing found at \(wanted), but \(JSONPathStep.text(ofKeys: level.path + [list.key])) has a list that is not read"
    }
}
