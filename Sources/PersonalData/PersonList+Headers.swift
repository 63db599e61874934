extension PersonList {
    /// Adds the names in the value of a header such as `From` or `To`.
    mutating func add(header text: Bytes) {
        for name in Self.names(inHeader: text) { add(name: name) }
    }

    /// The names in a list of mailboxes, as mail programs write it: `Ann Example <ann@example.com>, "Stone, Bob" <bob@example.com>`.
    static func names(inHeader text: Bytes) -> [Bytes] {
        var names: [Bytes] = []
        var current: Bytes = []
        var pieces: [Bytes] = []
        var comment: Bytes = []
        var isQuoted = false
        var depth = 0
        /// Ends an entry: two pieces since the last one may be one name. An address alone may have the name in a comment behind it.
        func flush() {
            pieces.append(current)
            current = []
            let isAddress = pieces.contains { $0.contains(UInt8(ascii: "@")) }
            if isAddress, pieces.count == 1 { pieces.append(comment) }
            comment = []
            var plain = pieces.map(trimmed).map(withoutCompany).filter { !$0.isEmpty && !isPlainAddress($0) }
            pieces = []
            if plain.count == 2, isSurnameFirst(plain) { plain = [plain[1] + [0x20] + plain[0]] }
            names += plain
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                current.append(0x20)
            case UInt8(ascii: "<") where depth == 0:
                isQuoted = false
                flush()
                depth = 1
            case UInt8(ascii: ">") where depth == 1: depth = 0
            case UInt8(ascii: "(") where depth == 0, UInt8(ascii: "[") where depth == 0: depth = 2
            case UInt8(ascii: ")") where depth == 2, UInt8(ascii: "]") where depth == 2: depth = 0
            case _ where depth == 2: comment.append(byte)
            case _ where depth > 0: break
            case UInt8(ascii: ";"), 0x0A: flush()
            case UInt8(ascii: ","):
                // ann@example.com (Ann Example), …
                if !comment.isEmpty, current.contains(UInt8(ascii: "@")) { flush() } else { pieces.append(current) }
                current = []
            default: current.append(byte)
            }
        }
        flush()
        return names
    }

    private static func isPlainAddress(_ name: Bytes) -> Bool {
        name.contains(UInt8(ascii: "@")) && !name.contains(0x20)
    }

    /// Signs between a name and a company: `Ann Example - ACME GmbH`.
    private static let dividers: [Bytes] = [" - ", " | ", " / ", " // ", " @ ", " : "].map { Bytes($0.utf8) }

    /// The part of a display name that names a person: the first one without a word such as `GmbH` or `Team`. All of it if there is none.
    private static func withoutCompany(_ name: Bytes) -> Bytes {
        var parts: [Bytes] = []
        var rest = name[...]
        while let place = rest.indices.first(where: { place in dividers.contains { rest[place...].starts(with: $0) } }) {
            parts.append(Bytes(rest[..<place]))
            rest = rest[place...].dropFirst(2)
        }
        if parts.isEmpty { return name }
        parts.append(Bytes(rest))
        let persons = parts.map(trimmed).enumerated().filter { index, part in
            let words = NameFolding.words(of: part, in: 0..<part.count).map { String(decoding: part[$0], as: UTF8.self).lowercased() }
            return !words.contains(where: NameWords.roles.contains) && words.count > (index == 0 ? 0 : 1)
        }
        return persons.first?.element ?? name
    }

    /// Whether two pieces are one name, the last name first: `Example, Ann`.
    private static func isSurnameFirst(_ pieces: [Bytes]) -> Bool {
        let words = pieces.map { piece in NameFolding.words(of: piece, in: 0..<piece.count).map { piece[$0] }.filter { $0.count > 1 } }
        let hasRole = words.joined().contains { NameWords.roles.contains(String(decoding: $0, as: UTF8.self).lowercased()) }
        let counts = words.map(\.count)
        return !hasRole && (counts[0] <= 1 || counts[1] <= 1)
    }

    private static func trimmed(_ name: Bytes) -> Bytes {
        var name = name[...]
        while let first = name.first, !first.isWord { name.removeFirst() }
        while let last = name.last, !last.isWord, last != UInt8(ascii: ".") { name.removeLast() }
        // "Ann Example via Tickets"
        for place in name.indices where name[place...].starts(with: " via ".utf8) { return Bytes(name[..<place]) }
        return Bytes(name)
    }
}
