internal import JSONParsing

/// The place of a field in a record: `title`, `title.rendered`, or `.messages[].body` for the field of each element of a list.
///
/// A name without a dot is a field of the record. Names with dots between them lead into objects, `[]` to each element of a list; a dot in
/// front changes nothing. A name that holds a dot itself is written `.["a.b"]`.
public struct FieldPath: Sendable, CustomStringConvertible {
    /// One step on the way.
    public enum Step: Sendable, Equatable {
        /// To the member of that name.
        case key(String)
        /// To each element of a list.
        case each

        /// Names are equal if their bytes are.
        public static func == (left: Step, right: Step) -> Bool {
            switch (left, right) {
            case (.key(let left), .key(let right)): JSONKey(left) == JSONKey(right)
            case (.each, .each): true
            default: false
            }
        }
    }

    /// How many steps a path may have.
    public static let maxSteps = 64

    /// The path as it was written.
    public let source: String
    /// The steps from the record on; at least one, and the first is a key.
    public let steps: [Step]
    /// The name, if the path is one name and no more.
    public let name: String?
    /// Where a path came from that is never printed, such as `$env.FIELD`; nil for others.
    private(set) var secretName: String?
    /// Notices that no record has the field; nil for a field that need not be there.
    private(set) var watch: FieldWatch?

    /// Reads a path.
    ///
    /// - Throws: ``FieldPathError`` with the place of the fault.
    public init(_ source: String) throws(FieldPathError) {
        var parser = FieldPathParser(source)
        self.init(source: source, steps: try parser.steps())
    }

    /// The path of a field of the record, whatever characters its name has.
    public init(name: String) {
        self.init(source: name, steps: [.key(name)])
    }

    /// The path of some steps; at least one, and the first is a key.
    public init(steps: [Step]) {
        self.init(source: Self.text(of: steps), steps: steps)
    }

    init(source: String, steps: [Step]) {
        self.source = source
        self.steps = steps
        if steps.count == 1, case .key(let name) = steps[0] { self.name = name } else { name = nil }
    }

    /// The path for messages: `.title.rendered`. Of one that is secret where it came from.
    public var description: String {
        if let secretName { return secretName }
        return name.map { ".\($0)" } ?? Self.text(of: steps)
    }

    /// Whether the path leads to more than one field.
    public var isOfElements: Bool { steps.contains(.each) }

    /// The same path, noticed where no record has the field.
    func watched(by watch: FieldWatch?) -> FieldPath {
        var path = self
        path.watch = watch
        return path
    }

    /// The same path, shown as where it came from.
    func hidden(as secretName: String?) -> FieldPath {
        var path = self
        path.secretName = secretName
        return path
    }

    /// Runs what may fail with a place on the path, which of a secret path is not shown.
    func maskingErrorPath<Result>(_ body: () throws -> Result) throws -> Result {
        guard let secretName else { return try body() }
        do {
            return try body()
        } catch let error as RecordError {
            throw RecordError(error.reason, at: secretName)
        }
    }

    /// The names of the path, if it leads to one field; nil otherwise.
    var names: [String]? {
        var names: [String] = []
        for step in steps {
            guard case .key(let name) = step else { return nil }
            names.append(name)
        }
        return names
    }

    /// Steps as they are written in a path.
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
    /// Whether two paths lead to the same field, however they are written.
    public static func == (left: FieldPath, right: FieldPath) -> Bool { left.steps == right.steps }
}
