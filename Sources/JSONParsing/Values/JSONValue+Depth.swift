extension JSONValue {
    /// Returns how deep arrays and objects nest, if that is deeper than a limit.
    ///
    /// As a rule this looks at decoded values alone. It scans texts only if a deep one was read before.
    ///
    /// - Parameter limit: The limit in levels. A value without arrays and objects has none.
    /// - Returns: The levels; nil if they are within the limit.
    package func depth(above limit: Int) -> Int? { isDeeper(than: limit) ? depth : nil }

    fileprivate func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: return false
        case .text(let text): return text.isDeeper(than: limit)
        case .array(let elements):
            guard limit > 0 else { return true }
            // A span borrows the elements without retaining them.
            let elements = elements.span
            for index in elements.indices where elements[index].isDeeper(than: limit - 1) { return true }
            return false
        case .object(let object):
            guard limit > 0 else { return true }
            let members = object.members.span
            for index in members.indices where members[index].value.isDeeper(than: limit - 1) { return true }
            return false
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
        guard count / 2 > limit, limit < DeepTexts.usualLevels || DeepTexts.wereRead else { return false }
        return depth > limit
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
