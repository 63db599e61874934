/// Finds the byte offset of a value in a text by its path. Decodes only the keys on that path, so an invalid escape elsewhere
/// does not matter.
struct JSONPathLocator {
    private let steps: [JSONCodingStep]
    private let bytes: [UInt8]
    /// The number of path steps taken, which is the number of open arrays and objects on the path.
    private var depth = 0
    /// Whether the next value is the target of the next step.
    private var isNextValueOnPath = true
    /// The index of the next element of the innermost array on the path.
    private var nextIndex = 0
    /// The offset of the deepest value on the path that was found.
    private var place = 0

    /// Returns the offset of the value in bytes. If the value is missing, returns the offset of its nearest ancestor.
    ///
    /// - Parameters:
    ///   - steps: The path to the value.
    ///   - bytes: A text that was parsed before.
    ///   - limits: The limits that the parser used.
    static func offset(of steps: [JSONCodingStep], in bytes: [UInt8], limits: JSONLimits) -> Int {
        var locator = JSONPathLocator(steps: steps, bytes: bytes)
        var scanner = JSONScanner(maxDepth: limits.maxDepth)
        var position = 0
        while let token = try? scanner.next(in: bytes.span, at: &position) ?? scanner.finish() {
            if locator.visit(token, scanner) { break }
        }
        return locator.place
    }

    private init(steps: [JSONCodingStep], bytes: [UInt8]) {
        self.steps = steps
        self.bytes = bytes
    }

    /// - Returns: Whether the search is over.
    private mutating func visit(_ token: JSONToken, _ scanner: JSONScanner) -> Bool {
        switch token {
        case .key:
            guard scanner.depth == depth, case .name(let name) = steps[depth - 1] else { return false }
            let key = JSONText(checked: bytes, range: scanner.tokenStart..<scanner.tokenEnd)
            isNextValueOnPath = (try? key.string(in: key.range)).map { sameBytes($0, name) } ?? false
            return false
        case .endObject, .endArray:
            return scanner.depth < depth
        case .beginObject, .beginArray:
            guard scanner.depth == depth + 1, isOnPath() else { return false }
            return !descends(token, at: scanner.tokenStart)
        case .string, .number, .true, .false, .null:
            guard scanner.depth == depth, isOnPath() else { return false }
            place = scanner.tokenStart
            return true
        }
    }

    /// Whether a new child of the innermost array or object is on the path.
    private mutating func isOnPath() -> Bool {
        guard depth > 0, case .index(let index) = steps[depth - 1] else { return isNextValueOnPath }
        nextIndex += 1
        return nextIndex - 1 == index
    }

    /// Takes the next step of the path.
    ///
    /// - Returns: Whether the path continues inside the array or object that begins here.
    private mutating func descends(_ token: JSONToken, at start: Int) -> Bool {
        place = start
        guard depth < steps.count else { return false }
        switch steps[depth] {
        case .name: guard token == .beginObject else { return false }
        case .index: guard token == .beginArray else { return false }
        }
        depth += 1
        nextIndex = 0
        isNextValueOnPath = false
        return true
    }
}
