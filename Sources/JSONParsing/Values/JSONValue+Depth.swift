extension JSONValue {
    /// Returns how deep arrays and objects nest, if that is deeper than a limit.
    ///
    /// As a rule this looks at decoded values alone. It scans texts only if a deep one was read before.
    ///
    /// - Parameter limit: The limit in levels. A value without arrays and objects has none.
    /// - Returns: The levels; nil if they are within the limit.
    package func depth(above limit: Int) -> Int? {
        Self.isDeeper(self, than: limit, textLevels: DeepTextFlag.wereRead ? .max : DeepTextFlag.usualLevels) ? depth : nil
    }

    /// - Parameter textLevels: The levels that texts have at most.
    private static func isDeeper(_ value: borrowing JSONValue, than limit: Int, textLevels: Int) -> Bool {
        switch value {
        case .null, .bool, .number, .string: return false
        case .text(let text): return limit < textLevels && text.isDeeper(than: limit)
        case .array(let elements):
            guard limit > 0 else { return true }
            let elements = elements.span
            // A call retains its argument, so values that cannot be too deep are passed over before it.
            for index in elements.indices where mayBeDeeper(elements[index], than: limit - 1, textLevels: textLevels) {
                if isDeeper(elements[index], than: limit - 1, textLevels: textLevels) { return true }
            }
            return false
        case .object(let object):
            guard limit > 0 else { return true }
            let members = object.members.span
            for index in members.indices where mayBeDeeper(members[index].value, than: limit - 1, textLevels: textLevels) {
                if isDeeper(members[index].value, than: limit - 1, textLevels: textLevels) { return true }
            }
            return false
        }
    }

    /// Whether the value may exceed the limit, judged without reading its contents.
    @inline(__always)
    private static func mayBeDeeper(_ value: borrowing JSONValue, than limit: Int, textLevels: Int) -> Bool {
        switch value {
        case .null, .bool, .number, .string: false
        case .text: limit < textLevels
        case .array, .object: true
        }
    }

    private var depth: Int {
        switch self {
        case .null, .bool, .number, .string: 0
        case .text(let text): text.depth
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .object(let object): 1 + (object.lazy.map(\.value.depth).max() ?? 0)
        }
    }
}

extension JSONText {
    fileprivate func isDeeper(than limit: Int) -> Bool {
        // Each level takes two brackets.
        count / 2 > limit && depth > limit
    }

    fileprivate var depth: Int {
        guard kind == .array || kind == .object else { return 0 }
        var scanner = JSONScanner(maxDepth: .max)
        let text = bytes.span.extracting(range)
        var position = 0
        var deepest = 0
        while (try? scanner.next(in: text, at: &position)) != nil { deepest = max(deepest, scanner.depth) }
        return deepest
    }
}

extension JSONValue {
    /// Whether an undecoded part of the value takes the last of equal keys. A copy of its text must be read in the same way.
    package var readsLastKeys: Bool {
        switch self {
        case .text(let text): text.lastKeyWins
        case .array(let elements): elements.contains { $0.readsLastKeys }
        case .object(let object): object.members.contains { $0.value.readsLastKeys }
        default: false
        }
    }
}
