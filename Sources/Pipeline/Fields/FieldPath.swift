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
    private(set) var watch: FieldWatch?

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

    /// Whether the path contains `[]`, so that it leads to a field of each element.
    public var isOfElements: Bool { steps.contains(.each) }

    /// Returns the same path with a watch for its field.
    func watched(by watch: FieldWatch?) -> FieldPath {
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
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...0xFF:
                true
            default: false
            }
        }
    }
}

extension FieldPath: Equatable {
    /// Compares the steps, so that `title` and `.title` are equal.
    public static func == (left: FieldPath, right: FieldPath) -> Bool { left.steps == right.steps }
}
