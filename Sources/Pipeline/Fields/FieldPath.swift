internal import HTMLParsing
internal import JSONParsing

/// The path of a field in a record: `title`, `title.rendered`, or `.messages[].body` for a field of each element of a list.
///
/// Dots separate the keys of nested objects, and `[]` stands for each element of a list. A leading dot is optional. A key that contains a
/// dot is written `.["a.b"]`.
public struct FieldPath: Sendable, CustomStringConvertible {
    /// One step of a path.
    public enum Step: Sendable, Equatable {
        /// The member of an object with this key.
        case key(String)
        /// Each element of a list.
        case each

        /// Keys are equal if their UTF-8 bytes are equal. Unicode normalization is not applied.
        public static func == (left: Step, right: Step) -> Bool {
            switch (left, right) {
            case (.key(let left), .key(let right)): JSONKey(left) == JSONKey(right)
            case (.each, .each): true
            default: false
            }
        }
    }

    /// The largest number of steps in a path.
    public static let maxSteps = 64

    /// The text of the path as it was written.
    public let source: String
    /// The steps from the record to the field. There is at least one, and the first is a key.
    public let steps: [Step]
    /// The key of a top-level field; nil for a path of several steps.
    public let name: String?
    /// The node that a secret path came from, such as `$env.FIELD`; nil for others.
    private(set) var secretName: String?
    /// Finds out whether the name is misspelt; nil for a field that records need not have.
    private(set) var watch: MissingFieldWatch?

    /// Parses a path.
    ///
    /// - Throws: ``FieldPathError`` with the offset of the error.
    public init(_ source: String) throws(FieldPathError) {
        var parser = FieldPathParser(source)
        self.init(source: source, steps: try parser.steps())
    }

    /// Creates the path of a top-level field. The name may contain any characters.
    public init(name: String) {
        self.init(source: name, steps: [.key(name)])
    }

    /// Creates a path from its steps.
    ///
    /// - Parameter steps: At least one step, of which the first is a key.
    public init(steps: [Step]) {
        self.init(source: Self.text(of: steps), steps: steps)
    }

    init(source: String, steps: [Step]) {
        self.source = source
        self.steps = steps
        if steps.count == 1, case .key(let name) = steps[0] { self.name = name } else { name = nil }
    }

    /// The path in messages, such as `.title.rendered`. Instead of a secret path, this is the node that it came from.
    public var description: String {
        if let secretName { return secretName }
        return name.map { ".\($0)" } ?? Self.text(of: steps)
    }

    /// Whether the path comes from a secret.
    var isSecret: Bool { secretName != nil }

    /// Whether the path contains `[]`, so that it leads to a field of each element.
    public var isOfElements: Bool { steps.contains(.each) }

    /// Returns the same path with a watch for its field.
    func watched(by watch: MissingFieldWatch?) -> FieldPath {
        var path = self
        path.watch = watch
        return path
    }

    /// Returns the same path, marked as secret.
    func hidden(as secretName: String?) -> FieldPath {
        var path = self
        path.secretName = secretName
        return path
    }

    /// Runs `body`, and replaces the path of a ``RecordError`` if this path is secret.
    func maskingErrorPath<Result>(_ body: () throws -> Result) throws -> Result {
        guard let secretName else { return try body() }
        do {
            return try body()
        } catch let error as RecordError {
            throw RecordError(error.reason, at: secretName)
        }
    }

    /// The keys of the path; nil if it contains `[]`.
    var names: [String]? {
        var names: [String] = []
        for step in steps {
            guard case .key(let name) = step else { return nil }
            names.append(name)
        }
        return names
    }

    /// Returns the text of a path with these steps.
    public static func text(of steps: some Sequence<Step>) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let name): text += isPlain(name) ? ".\(name)" : ".[\(JSONValue.string(name).compactText)]"
            case .each: text += "[]"
            }
        }
        return text
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !first.isASCIIDigit else { return false }
        return name.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 >= 0x80
        }
    }
}

extension FieldPath: Equatable {
    /// Compares the steps, so that `title` and `.title` are equal.
    public static func == (left: FieldPath, right: FieldPath) -> Bool { left.steps == right.steps }
}

// Searches that find misspelt names of fields. A key that occurs twice counts as found.
extension FieldPath {
    /// The number of elements of a list that are searched for a field.
    private static let maxElements = 100
    /// The longest key that is suggested, in bytes.
    private static let maxNameBytes = 200

    /// Whether a value has the field. For a path with `[]`, whether one of the first elements has it.
    func isFound(in value: JSONValue) -> Bool { Self.isFound(steps[...], in: value) }

    private static func isFound(_ steps: ArraySlice<Step>, in value: JSONValue) -> Bool {
        guard let step = steps.first else { return true }
        switch step {
        case .key(let name):
            do {
                guard let inner = try value.member(name) else { return false }
                return isFound(steps.dropFirst(), in: inner)
            } catch {
                return true
            }
        case .each:
            return value.array?.prefix(maxElements).contains { isFound(steps.dropFirst(), in: $0) } ?? false
        }
    }

    /// Whether a value has a key with dots that looks like this path, such as "a.b" for the path `a.b`.
    func isKey(of value: JSONValue) -> Bool {
        guard name == nil, let names else { return false }
        return ((try? value.member(names.joined(separator: "."))) ?? nil) != nil
    }

    /// Follows a path that a value lacks as far as possible.
    ///
    /// - Parameter limit: The largest number of keys to return.
    /// - Returns: The number of steps that exist, and the keys at the next step.
    func namesAtEnd(in value: JSONValue, limit: Int) -> (depth: Int, names: Set<String>) {
        var value = value
        for (depth, step) in steps.enumerated() {
            let inner: JSONValue? =
                switch step {
                case .key(let name): (try? value.member(name)) ?? nil
                case .each: value.array?.first
                }
            guard let inner else {
                let names = (value.object?.keys ?? []).filter { $0.utf8.count <= Self.maxNameBytes }
                return (depth, Set(names.prefix(limit)))
            }
            value = inner
        }
        return (steps.count - 1, [])
    }
}

/// Parses the path of a field.
private struct FieldPathParser {
    /// Characters that a path with a leading dot cannot contain outside of quotation marks. They suggest that the text is a jq program.
    private static let programBytes = Set("|?(){},;:=<>\"' \t\n".utf8)

    private let source: String
    private let bytes: [UInt8]
    private var position = 0
    private var found: [FieldPath.Step] = []

    init(_ source: String) {
        self.source = source
        bytes = Array(source.utf8)
    }

    /// Parses the text.
    ///
    /// - Throws: ``FieldPathError`` for the first error.
    mutating func steps() throws(FieldPathError) -> [FieldPath.Step] {
        guard !bytes.isEmpty else { throw FieldPathError(message: "the name of a field is empty", offset: 0) }
        guard !isPlainName else { return [.key(source)] }
        if bytes[0] == UInt8(ascii: ".") { position = 1 }
        if position == bytes.count { throw fault("\".\" is the whole record; a field has a name", at: 0) }
        if isBracket(UInt8(ascii: "]"), at: position) { throw fault("a path begins with the name of a field") }
        try readKey()
        while position < bytes.count {
            guard found.count < FieldPath.maxSteps else { throw fault("a path has at most \(FieldPath.maxSteps) steps") }
            if bytes[position] == UInt8(ascii: "[") {
                try readBrackets()
            } else {
                guard bytes[position] == UInt8(ascii: ".") else { throw fault("expected \".\" or \"[]\" here") }
                position += 1
                // jq also accepts `.a.[]`.
                if position < bytes.count, isBracket(UInt8(ascii: "]"), at: position) { continue }
                try readKey()
            }
        }
        return found
    }

    /// Whether the text is a single key: it contains neither a dot nor `[]` nor `["`.
    private var isPlainName: Bool {
        bytes.indices.allSatisfy { place in
            switch bytes[place] {
            case UInt8(ascii: "."): false
            case UInt8(ascii: "["): !isBracket(UInt8(ascii: "]"), at: place) && !isBracket(UInt8(ascii: "\""), at: place)
            default: true
            }
        }
    }

    /// Whether `[` is at this place, followed by the given byte.
    private func isBracket(_ next: UInt8, at place: Int) -> Bool {
        place + 1 < bytes.count && bytes[place] == UInt8(ascii: "[") && bytes[place + 1] == next
    }

    private mutating func readKey() throws(FieldPathError) {
        guard position < bytes.count else { throw fault("a name is missing behind the dot") }
        switch bytes[position] {
        case UInt8(ascii: "["): try readBrackets()
        case UInt8(ascii: "\""): found.append(.key(try quotedName()))
        default: found.append(.key(try plainName()))
        }
    }

    private mutating func plainName() throws(FieldPathError) -> String {
        let start = position
        let isProgramLike = bytes[0] == UInt8(ascii: ".")
        while position < bytes.count, bytes[position] != UInt8(ascii: "."), bytes[position] != UInt8(ascii: "[") {
            if isProgramLike, Self.programBytes.contains(bytes[position]) {
                let character = String(UnicodeScalar(bytes[position]))
                throw fault(
                    "found \"\(character.printable)\"; this is the path of a field, not a jq program, and a name with such a character is written .[\"…\"]"
                )
            }
            position += 1
        }
        guard position > start else {
            throw fault("a name is missing between the dots; a name with a dot in it is written .[\"a.b\"]")
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readBrackets() throws(FieldPathError) {
        if isBracket(UInt8(ascii: "]"), at: position) {
            position += 2
            return found.append(.each)
        }
        guard isBracket(UInt8(ascii: "\""), at: position) else {
            throw fault("expected \"]\" or a name in quotation marks behind \"[\"", at: position + 1)
        }
        position += 1
        found.append(.key(try quotedName()))
        guard position < bytes.count, bytes[position] == UInt8(ascii: "]") else { throw fault("expected \"]\" behind the name") }
        position += 1
    }

    /// Parses a key in quotation marks, with JSON escapes.
    private mutating func quotedName() throws(FieldPathError) -> String {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else { throw fault("the quotation mark is not closed", at: start) }
        position += 1
        guard let name = (try? JSONValue(parsing: Array(bytes[start..<position])))?.string else {
            throw fault("what stands in quotation marks is no JSON string", at: start)
        }
        return name
    }

    private func fault(_ message: String, at offset: Int? = nil) -> FieldPathError {
        FieldPathError(message: message, offset: min(offset ?? position, max(0, bytes.count - 1)))
    }
}

/// A syntax error in the path of a field.
public struct FieldPathError: Error, Equatable, Sendable {
    /// The error in words.
    public let message: String
    /// The place of the error, in bytes from the start of the text.
    public let offset: Int
}
