/// Finds where a value stands in a text, by the steps that lead to it. Looks at tokens only, so a string elsewhere that stands for
/// no text does not matter.
struct JSONPlaceFinder {
    private let steps: [JSONCodingStep]
    private let bytes: [UInt8]
    /// How many steps were taken; as many arrays and objects on the way are open.
    private var taken = 0
    /// Whether the next value is the one that the next step leads to.
    private var isNextOnWay = true
    /// The place, in the innermost array on the way, of the element that comes next.
    private var nextIndex = 0
    /// Where the value that the steps taken lead to begins.
    private var place = 0

    /// Where the value begins, or the last one on the way to it that is there.
    ///
    /// - Parameters:
    ///   - steps: The way to the value.
    ///   - bytes: A text that was read before.
    ///   - limits: Those that it was read with.
    static func offset(of steps: [JSONCodingStep], in bytes: [UInt8], limits: JSONLimits) -> Int {
        var finder = JSONPlaceFinder(steps: steps, bytes: bytes)
        var scanner = JSONScanner(maxDepth: limits.maxDepth)
        var position = 0
        while let token = try? scanner.next(in: bytes.span, at: &position) ?? scanner.finish() {
            if finder.finds(token, scanner) { break }
        }
        return finder.place
    }

    private init(steps: [JSONCodingStep], bytes: [UInt8]) {
        self.steps = steps
        self.bytes = bytes
    }

    /// - Returns: Whether the search is over.
    private mutating func finds(_ token: JSONToken, _ scanner: JSONScanner) -> Bool {
        switch token {
        case .key:
            guard scanner.depth == taken, case .name(let name) = steps[taken - 1] else { return false }
            let key = JSONText(checked: bytes, range: scanner.tokenStart..<scanner.tokenEnd)
            isNextOnWay = (try? key.string(in: key.range)).map { sameBytes($0, name) } ?? false
            return false
        case .endObject, .endArray:
            return scanner.depth < taken
        case .beginObject, .beginArray:
            guard scanner.depth == taken + 1, isOnWay() else { return false }
            return !enters(token, at: scanner.tokenStart)
        case .string, .number, .true, .false, .null:
            guard scanner.depth == taken, isOnWay() else { return false }
            place = scanner.tokenStart
            return true
        }
    }

    /// Whether a value that begins directly inside the innermost array or object on the way is the one looked for.
    private mutating func isOnWay() -> Bool {
        guard taken > 0, case .index(let index) = steps[taken - 1] else { return isNextOnWay }
        nextIndex += 1
        return nextIndex - 1 == index
    }

    /// - Returns: Whether the way goes on inside the array or object.
    private mutating func enters(_ token: JSONToken, at start: Int) -> Bool {
        place = start
        guard taken < steps.count else { return false }
        switch steps[taken] {
        case .name: guard token == .beginObject else { return false }
        case .index: guard token == .beginArray else { return false }
        }
        taken += 1
        nextIndex = 0
        isNextOnWay = false
        return true
    }
}
