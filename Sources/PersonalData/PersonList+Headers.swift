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
        var isQuoted = false
        var depth = 0
        /// Ends an entry: two pieces since the last one may be one name.
        func flush() {
            pieces.append(current)
            current = []
            var plain = pieces.map(trimmed).filter { !$0.isEmpty && !$0.contains(UInt8(ascii: "@")) }
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
            case _ where depth > 0: break
            case UInt8(ascii: ";"), 0x0A: flush()
            case UInt8(ascii: ","):
                pieces.append(current)
                current = []
            default: current.append(byte)
            }
        }
        flush()
        return names
    }

    /// Whether two pieces are one name, the last name first: `Example, Ann`.
    private static func isSurnameFirst(_ pieces: [Bytes]) -> Bool {
        let counts = pieces.map { NameFolding.words(of: $0, in: 0..<$0.count).filter { $0.count > 1 }.count }
        return counts[0] <= 1 || counts[1] <= 1
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
