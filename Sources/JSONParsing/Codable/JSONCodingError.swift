/// A value that does not fit the requested type, or a type that has no JSON form.
public struct JSONCodingError: Error, Equatable, Sendable {
    /// The path of the value, such as `.sections[2].title`; `.` for the value itself.
    public var path: String { JSONCodingStep.text(of: steps) }
    /// The expected and the found value, such as `expected a string, found null`.
    public let reason: String
    /// The position of the value in the text; nil if it was not decoded from a text.
    public internal(set) var position: JSONPosition?
    /// The path of the value, step by step.
    let steps: [JSONCodingStep]
    /// The offset of the fault in bytes from the start of the value.
    let offset: Int

    init(_ reason: String, at path: [any CodingKey], offset: Int = 0) {
        steps = path.map(JSONCodingStep.init)
        self.reason = reason
        self.offset = offset
    }

    /// Converts an error that a type's own `init(from:)` or `encode(to:)` has thrown.
    init(_ error: any Error) {
        switch error {
        case let error as JSONCodingError:
            self = error
        case let error as JSONError:
            self.init(error.message, at: [])
        case DecodingError.keyNotFound(let key, let context):
            self.init("missing", at: context.codingPath + [key])
        case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(context.debugDescription, at: context.codingPath)
        case EncodingError.invalidValue(_, let context):
            self.init(context.debugDescription, at: context.codingPath)
        default:
            self.init(String(describing: error), at: [])
        }
    }
}

extension JSONCodingError: CustomStringConvertible {
    /// Position, path and reason, such as `3:14: .sections[2].title: expected a string, found a number`.
    public var description: String {
        (position.map { "\($0.line):\($0.column): " } ?? "") + "\(path): \(reason)"
    }
}

/// One step of a coding path: a member of an object or an element of an array.
enum JSONCodingStep: CodingKey, Equatable {
    case name(String)
    case index(Int)

    /// Converts a step of a `Codable` path. An integer key of a dictionary becomes a name, because members of objects have names
    /// only. Indices of arrays are always made by this module.
    init(_ key: any CodingKey) {
        self = (key as? JSONCodingStep) ?? .name(key.stringValue)
    }

    init?(stringValue: String) { self = .name(stringValue) }
    init?(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    static func == (left: JSONCodingStep, right: JSONCodingStep) -> Bool {
        switch (left, right) {
        case (.name(let a), .name(let b)): sameBytes(a, b)
        case (.index(let a), .index(let b)): a == b
        default: false
        }
    }

    /// The path in jq syntax, for messages: `.sections[2].title`, `."a.b"`; `.` for the value itself.
    static func text(of steps: [JSONCodingStep]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .name(let name): text += "." + JSONPathStep.spelling(of: name)
            case .index(let index): text += (text.isEmpty ? "." : "") + "[\(index)]"
            }
        }
        return text.isEmpty ? "." : text
    }
}

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
