import JSONParsing

/// Finding values in values, and strings in strings.
enum Search {
    /// Where an array occurs in another as a run of neighbours.
    static func indices(of part: [JSONValue], in whole: [JSONValue]) throws -> [Int] {
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        let part = try part.map { try $0.canonicalText() }
        let whole = try whole.map { try $0.canonicalText() }
        return (0...whole.count - part.count).filter { start in part.indices.allSatisfy { whole[start + $0] == part[$0] } }
    }

    /// Where bytes occur in others, at places that may overlap.
    static func offsets(of part: [UInt8], in whole: [UInt8]) -> [Int] {
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        // For each prefix of the part, how long the longest proper end of it is that the part begins with.
        var borders = [0]
        var length = 0
        for byte in part.dropFirst() {
            while length > 0, part[length] != byte { length = borders[length - 1] }
            if part[length] == byte { length += 1 }
            borders.append(length)
        }
        var found: [Int] = []
        length = 0
        for (offset, byte) in whole.enumerated() {
            while length > 0, part[length] != byte { length = borders[length - 1] }
            if part[length] == byte { length += 1 }
            if length == part.count {
                found.append(offset + 1 - length)
                length = borders[length - 1]
            }
        }
        return found
    }

    /// Where a string occurs in another, in code points.
    static func indices(of part: String, in whole: String) -> [Int] {
        let bytes = Array(whole.utf8)
        var place = 0
        var offset = 0
        return offsets(of: Array(part.utf8), in: bytes).map { next in
            while offset < next {
                if bytes[offset] & 0xC0 != 0x80 { place += 1 }
                offset += 1
            }
            return place
        }
    }

    /// The pieces of a string between the places where another one stands; its characters if that is empty.
    static func split(_ text: String, by separator: String) -> [String] {
        if text.isEmpty { return [] }
        if separator.isEmpty { return text.unicodeScalars.map { String($0) } }
        let bytes = Array(text.utf8)
        let length = separator.utf8.count
        var pieces: [String] = []
        var start = 0
        for offset in offsets(of: Array(separator.utf8), in: bytes) where offset >= start {
            pieces.append(String(decoding: bytes[start..<offset], as: UTF8.self))
            start = offset + length
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }

    /// Whether one value contains another by jq's rules: strings as parts, each element in some element, each member in its like.
    static func contains(_ whole: JSONValue, _ part: JSONValue) throws -> Bool {
        guard whole.kind == part.kind else {
            throw QueryRuntimeError(
                "\(ValueText.described(whole)) and \(ValueText.described(part)) cannot have their containment checked")
        }
        return try Containment.holds(whole, part)
    }
}

/// The search behind `contains`, without recursion: what is still open lies on a stack.
private enum Containment {
    private enum Goal {
        case pair(JSONValue, JSONValue)
        /// One of the elements has to contain the value.
        case oneOf([JSONValue], JSONValue)
    }

    private struct Level {
        let goals: [Goal]
        let needsAll: Bool
        var next = 0
    }

    static func holds(_ whole: JSONValue, _ part: JSONValue) throws -> Bool {
        var levels: [Level] = []
        var result = true
        var goal: Goal? = .pair(whole, part)
        while true {
            if let current = goal {
                goal = nil
                switch try opened(current) {
                case .known(let known): result = known
                case .level(let level):
                    levels.append(level)
                    result = level.needsAll
                }
            }
            guard var level = levels.popLast() else { return result }
            // A level is done when its goals are, or when one of them decides.
            guard result == level.needsAll, level.next < level.goals.count else { continue }
            goal = level.goals[level.next]
            level.next += 1
            levels.append(level)
        }
    }

    private enum Opened {
        case known(Bool)
        case level(Level)
    }

    private static func opened(_ goal: Goal) throws -> Opened {
        switch goal {
        case .oneOf(let elements, let wanted):
            let candidates = elements.filter { $0.kind == wanted.kind }
            return .level(Level(goals: candidates.map { .pair($0, wanted) }, needsAll: false))
        case .pair(let whole, let part):
            switch (try whole.decoded(), try part.decoded()) {
            case (.object(let a), .object(let b)):
                var goals: [Goal] = []
                for member in b {
                    guard let value = a[member.key], value.kind == member.value.kind else { return .known(false) }
                    goals.append(.pair(value, member.value))
                }
                return .level(Level(goals: goals, needsAll: true))
            case (.array(let a), .array(let b)): return .level(Level(goals: b.map { .oneOf(a, $0) }, needsAll: true))
            case (.string(let a), .string(let b)):
                return .known(b.isEmpty || !Search.offsets(of: Array(b.utf8), in: Array(a.utf8)).isEmpty)
            case (let a, let b): return .known(try JSONValue.jqEqual(a, b))
            }
        }
    }
}
