public import JSONParsing

/// A problem of a JSON document that an option holds, such as a schema.
public struct DocumentProblem: Sendable {
    /// The problem in one sentence.
    public let message: String
    /// The way from the document to the value with the problem.
    public let path: [JSONPathStep]
    /// Whether the key of the value is the problem, and not the value.
    public let isAboutKey: Bool

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - message: The problem in one sentence.
    ///   - path: The way from the document to the value with the problem.
    ///   - isAboutKey: Whether the key of the value is the problem, and not the value.
    public init(_ message: String, at path: [JSONPathStep], isAboutKey: Bool = false) {
        self.message = message
        self.path = path
        self.isAboutKey = isAboutKey
    }
}

/// The result of reading a JSON document.
public enum DocumentReading<Value> {
    /// What the document says.
    case read(Value)
    /// The problems of the document, at least one.
    case faulty([DocumentProblem])
}

extension OptionType {
    /// A JSON document of another language, such as a schema: a value in the pipeline file, or the path of a JSON file that holds it.
    ///
    /// Templates in its texts stay as they are, and so do value nodes in a file of its own.
    ///
    /// - Parameters:
    ///   - placeholder: The value after a problem. No run uses it.
    ///   - read: Reads the document.
    public static func document(placeholder: Value, _ read: @escaping (JSONValue) -> DocumentReading<Value>) -> Self {
        var type = Self(kind: .json, placeholder: placeholder) { $0.readDocument($1, $2, read) }
        type.takesValues = false
        return type
    }
}

extension OptionReader {
    /// Reads a document; nil after problems were reported.
    fileprivate mutating func readDocument<Value>(
        _ value: ConfigValue, _ key: String, _ read: (JSONValue) -> DocumentReading<Value>
    ) -> Value? {
        var document = value
        var file: ConfigFile?
        if case .string = value.content {
            guard let found = documentInFile(value, key) else { return nil }
            (document, file) = (found.document, found.file)
        }
        if document.isUnresolved { return nil }
        switch read(document.plainValue) {
        case .read(let value): return value
        case .faulty(let problems):
            for problem in problems {
                let place = problem.path.isEmpty ? "" : JSONPathStep.text(of: problem.path)
                report(problem.message, at: document.range(of: problem.path, isKey: problem.isAboutKey), key: key + place, in: file)
            }
            return nil
        }
    }

    /// Reads the file of a document; nil after a problem was reported.
    private mutating func documentInFile(_ value: ConfigValue, _ key: String) -> (document: ConfigValue, file: ConfigFile)? {
        guard let (path, text) = configFile(value, key) else { return nil }
        let file = ConfigFile(name: path, text: text)
        do throws(JSONError) {
            var equalKeys: [Diagnostic] = []
            let document = ConfigValue(
                plain: try JSONSyntax(parsing: text), path: place(of: key), directory: FilePath.split(path).folder, text: text, &equalKeys)
            for problem in equalKeys { report(problem.placed(in: file)) }
            return equalKeys.isEmpty ? (document, file) : nil
        } catch {
            report(JSONSyntaxHint.diagnostic(for: error, in: text).placed(in: file))
            return nil
        }
    }
}

extension ConfigValue {
    /// Whether a value inside could not be replaced, which was reported.
    fileprivate var isUnresolved: Bool {
        switch content {
        case .unresolved: true
        case .array(let elements): elements.contains(where: \.isUnresolved)
        case .object(let members): members.contains { $0.value.isUnresolved }
        default: false
        }
    }

    /// The place in the file of a value inside of this one; that of the last value that is there.
    ///
    /// - Parameter isKey: Whether the place of its key is wanted.
    fileprivate func range(of path: [JSONPathStep], isKey: Bool) -> Range<Int> {
        var value = self
        for (number, step) in path.enumerated() {
            switch (step, value.content) {
            case (.key(let name, _), .object(let members)):
                guard let member = members.first(where: { JSONKey($0.key) == JSONKey(name) }) else { return value.range }
                if isKey, number == path.count - 1 { return member.keyRange }
                value = member.value
            case (.element(let index, _), .array(let elements)) where elements.indices.contains(index): value = elements[index]
            default: return value.range
            }
        }
        return value.range
    }
}
