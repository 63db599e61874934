package import JSONParsing

/// Replaces the nodes `{"$param": …}`, `{"$env": …}` and `{"$file": …}` in a pipeline file by their values.
///
/// It replaces nodes in the parsed file, so that a value cannot inject configuration.
struct ValueNodeResolver {
    private static let names = ["$param", "$env", "$file"]
    /// Keywords of JSON Schema, which the option of a stage may hold. An object with one of them is no node.
    private static let schemaKeywords: Set = [
        "$ref", "$defs", "$comment", "$schema", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$recursiveRef",
    ]

    let parameters: [String: ConfigValue]
    let environment: [String: String]
    let directory: String
    let text: [UInt8]
    private let missing: MissingValuePolicy
    private(set) var problems: [Diagnostic] = []
    /// Remarks on values that are valid but probably not intended.
    private(set) var warnings: [Diagnostic] = []
    /// The names of the parameters that the file uses.
    private(set) var usedParameters: Set<String> = []
    /// The texts of secret values.
    private(set) var secrets = SecretValues()
    /// The nodes that gave secret values, in the order of the file.
    private(set) var secretUses: [SecretUse] = []
    /// The files of the `$file` nodes that were replaced, or that could not be read.
    private(set) var files: [FileUse] = []
    /// Whether values store their origins in ``ConfigValue/trail``.
    var notesTrails = false

    init(
        parameters: [String: ConfigValue], environment: [String: String], directory: String, text: [UInt8],
        missing: MissingValuePolicy = .fail
    ) {
        self.parameters = parameters
        self.environment = environment
        self.directory = directory
        self.text = text
        self.missing = missing
    }

    /// Whether the value is a node that is replaced by a string.
    static func givesText(_ syntax: JSONSyntax) -> Bool {
        guard case .object(let members) = syntax.content, members.count == 1, let node = members.first else { return false }
        return node.key == "$env" || node.key == "$file"
    }

    /// The kind of a value. A node that is replaced by a string counts as a string.
    static func kind(of syntax: JSONSyntax) -> JSONKind { givesText(syntax) ? .string : syntax.value.kind }

    /// Replaces all nodes in a file. The top-level object is never a node, so that `$schema` can be one of its keys.
    ///
    /// - Parameters:
    ///   - unread: Keys whose members are left out of the result.
    ///   - path: The place of the file in the pipeline file, such as `stages[2]`; empty for the pipeline file itself.
    mutating func resolve(
        root members: [JSONSyntax.Member], _ syntax: JSONSyntax, unread: Set<String>, path: String = ""
    ) -> ConfigValue {
        reportEqualKeys(members, path: path)
        return object(members.filter { !unread.contains($0.key) }, syntax, path: path)
    }

    /// Replaces all nodes in a value, and reports equal keys.
    mutating func resolve(_ syntax: JSONSyntax, path: String) -> ConfigValue {
        switch syntax.content {
        case .null: return literal(.null, syntax, path: path)
        case .bool(let bool): return literal(.bool(bool), syntax, path: path)
        case .number(let number): return literal(.number(number), syntax, path: path)
        case .string(let string): return literal(.string(string), syntax, path: path)
        case .array(let elements):
            return plain(.array(elements.enumerated().map { resolve($1, path: "\(path)[\($0)]") }), syntax)
        case .object(let members):
            if members.count == 1, let node = members.first, node.key.hasPrefix("$"), !Self.schemaKeywords.contains(node.key) {
                return resolve(node: node, range: syntax.range, path: path)
            }
            if let node = members.first(where: { Self.names.contains($0.key) }) {
                return failMixed(node, members, range: syntax.range, path: path)
            }
            reportEqualKeys(members, path: path)
            return object(members, syntax, path: path)
        }
    }

    private mutating func object(_ members: [JSONSyntax.Member], _ syntax: JSONSyntax, path: String) -> ConfigValue {
        plain(
            .object(
                members.map { member in
                    let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
                    return ConfigValue.Member(key: member.key, keyRange: member.keyRange, value: resolve(member.value, path: inner))
                }), syntax)
    }

    private mutating func reportEqualKeys(_ members: [JSONSyntax.Member], path: String) {
        var first: [String: Range<Int>] = [:]
        for member in members {
            guard let earlier = first[member.key] else {
                first[member.key] = member.keyRange
                continue
            }
            let line = JSONPosition(offset: earlier.lowerBound, in: text).line
            problems.append(
                Diagnostic(
                    "the key \"\(member.key.printable)\" stands twice in this object; the first is in line \(line)", at: member.keyRange,
                    path: path.isEmpty ? member.key : "\(path).\(member.key)"))
        }
    }

    private mutating func failMixed(
        _ node: JSONSyntax.Member, _ members: [JSONSyntax.Member], range: Range<Int>, path: String
    ) -> ConfigValue {
        guard let other = members.first(where: { $0.keyRange != node.keyRange }) else { return unresolved(range) }
        let message =
            Self.names.contains(other.key) && other.key != node.key
            ? "only one of \"\(node.key)\" and \"\(other.key)\" can stand here"
            : "\"\(node.key)\" stands for the whole value; \"\(other.key.printable)\" cannot stand beside it"
        return fail(message, at: other.keyRange, range, path)
    }

    private mutating func resolve(node: JSONSyntax.Member, range: Range<Int>, path: String) -> ConfigValue {
        guard case .string(let name) = node.value.content else {
            return fail("expected a string after \"\(node.key.printable)\"", at: node.value.range, range, path)
        }
        if name.isEmpty, let wanted = ["$param": "a parameter", "$env": "an environment variable", "$file": "a file"][node.key] {
            return fail("expected the name of \(wanted) after \"\(node.key)\", found \"\"", at: node.value.range, range, path)
        }
        switch node.key {
        case "$param": return parameter(name, at: node.value.range, range, path)
        case "$env":
            guard missing != .unread, let value = environment[name] ?? missing.placeholder(for: name) else {
                let message = "the environment variable \(name.printable) is not set"
                if missing == .fail { return fail(message, at: node.value.range, range, path) }
                if missing == .warnOfVariables { warnings.append(Diagnostic(message, at: node.value.range, path: path)) }
                return unresolved(range)
            }
            secretUses.append(SecretUse(node: "$env.\(name)", place: path))
            return secret(value, name: "$env.\(name)", range: range, baseDirectory: "")
        case "$file": return file(name, at: node.value.range, range, path)
        default:
            let near = DidYouMean.hint(for: node.key, in: Self.names)
            let help = near.isEmpty ? "value nodes: \(Self.names.joined(separator: ", "))" : nil
            return fail("no value node is called \"\(node.key.printable)\"\(near)", at: node.keyRange, range, path, help: help)
        }
    }

    private mutating func parameter(_ name: String, at place: Range<Int>, _ range: Range<Int>, _ path: String) -> ConfigValue {
        usedParameters.insert(name)
        guard let value = parameters[name] else {
            let near = DidYouMean.hint(for: name, in: parameters.keys.sorted())
            return fail("no parameter is called \"\(name.printable)\"\(near)", at: place, range, path)
        }
        return ConfigValue(
            content: value.content, range: range, secretName: value.secretName, baseDirectory: value.baseDirectory, literal: nil,
            contentFile: value.contentFile, trail: notesTrails ? ["parameter \(name)"] + value.trail : [])
    }

    private mutating func file(_ name: String, at place: Range<Int>, _ range: Range<Int>, _ path: String) -> ConfigValue {
        if missing == .unread { return unresolved(range) }
        let file = Input(name) == .standardInput ? name : plain(.null, JSONSyntax(.null, range: range)).resolve(name)
        let use = FileUse(.input, file, place: path.isEmpty ? "$file" : "\(path).$file", range: place)
        let contents: [UInt8]
        do {
            contents = try InputFile.readAll(Input(file), limit: InputFile.maxConfigBytes)
        } catch {
            if missing == .allow { return unresolved(range) }
            files.append(use)
            return fail((error as? PipelineFailure)?.message ?? error.message, at: place, range, path)
        }
        guard let string = String(validating: contents, as: UTF8.self) else {
            files.append(use)
            return fail("the file \(file.printable) is not UTF-8 text", at: place, range, path)
        }
        files.append(use)
        secretUses.append(SecretUse(node: "$file.\(name)", place: path))
        // A line break at the end belongs to the file, not to the value. "\r\n" is one character.
        let content = string.last == "\n" || string.last == "\r\n" ? String(string.dropLast()) : string
        var value = secret(content, name: "$file.\(name)", range: range, baseDirectory: directory)
        value.contentFile = file
        return value
    }

    private mutating func secret(_ text: String, name: String, range: Range<Int>, baseDirectory: String) -> ConfigValue {
        secrets.insert(text)
        return ConfigValue(
            content: .string(text), range: range, secretName: name, baseDirectory: baseDirectory, literal: nil,
            trail: notesTrails ? [name] : [])
    }

    private mutating func fail(
        _ message: String, at place: Range<Int>, _ range: Range<Int>, _ path: String, help: String? = nil
    ) -> ConfigValue {
        problems.append(Diagnostic(message, at: place, path: path, help: help))
        return unresolved(range)
    }

    private func unresolved(_ range: Range<Int>) -> ConfigValue {
        ConfigValue(content: .unresolved, range: range, secretName: nil, baseDirectory: directory, literal: nil)
    }

    private mutating func literal(_ content: ConfigValue.Content, _ syntax: JSONSyntax, path: String) -> ConfigValue {
        if case .string(let text) = content {
            secrets.insert(partsOf: text)
            // A jq program may consist of nothing but `$` and the name of a parameter.
            if let variable = text.shellVariable, parameters[variable] == nil {
                let message = "this text stays as it is; { \"$env\": \"\(variable)\" } takes the value from the environment"
                warnings.append(Diagnostic(message, at: syntax.range, path: path))
            }
        }
        return plain(content, syntax)
    }

    private func plain(_ content: ConfigValue.Content, _ syntax: JSONSyntax) -> ConfigValue {
        ConfigValue(content: content, range: syntax.range, secretName: nil, baseDirectory: directory, literal: text)
    }
}

/// The treatment of nodes and parameters that have no value.
package enum MissingValuePolicy: Sendable {
    /// Each missing value is an error.
    case fail
    /// A missing environment variable is a warning, for checks without secrets. Other missing values are errors.
    case warnOfVariables
    /// A missing environment variable gets a text that names it, for tests. Other missing values are errors.
    case placeholders
    /// Missing values are not reported, for commands that need no values.
    case allow
    /// No variable and no file is read, and only the syntax of the nodes is checked.
    case unread

    /// Whether the files of `data` are read. Runs and tests need the tables; checks and drawings of the pipeline file do not.
    var readsTables: Bool { self == .fail || self == .placeholders }

    /// The placeholder for an environment variable that is not set; nil for none.
    func placeholder(for variable: String) -> String? { self == .placeholders ? "placeholder-for-\(variable)" : nil }
}

/// The origin of a value of a pipeline file, for `explain --origin`.
package struct ValueOrigin: Sendable {
    /// The path of the value, such as `source.from`.
    package let path: String
    /// The value, with secrets masked.
    package private(set) var value: JSONValue
    /// The place in the file, or `default`, followed by the ``ConfigValue/trail``: `p.json:5:41, parameter from, --set`.
    package let origin: String

    /// Returns the origin with secret texts masked: a parameter may be the value of a secret option.
    func masked(by secrets: SecretValues) -> ValueOrigin {
        var origin = self
        origin.value = secrets.masked(value)
        return origin
    }

    /// Lists the origins of all values in an option.
    ///
    /// - Parameters:
    ///   - shown: The value in effect, with defaults filled in.
    ///   - value: The value in the file; nil if it has none.
    ///   - file: The file.
    ///   - path: The path of the option.
    static func list(_ shown: JSONValue, _ value: ConfigValue?, in file: ConfigFile, path: String) -> [ValueOrigin] {
        list(shown, value, file, path, value == nil ? "default" : nil)
    }

    /// - Parameter outer: The origin of the enclosing list or object, if that is not written in the file itself; nil otherwise.
    private static func list(
        _ shown: JSONValue, _ value: ConfigValue?, _ file: ConfigFile, _ path: String, _ outer: String?
    ) -> [ValueOrigin] {
        let trail = value?.trail ?? []
        let origin = ([outer ?? value.map { file.place(of: $0.range) } ?? "default"] + trail).joined(separator: ", ")
        // The elements and members of a value from elsewhere have the origin of that value.
        let inherited = outer != nil || !trail.isEmpty ? origin : nil
        if let object = shown.object, !object.isEmpty {
            return object.flatMap { member in
                list(member.value, value?.member(member.key), file, "\(path).\(member.key)", inherited)
            }
        }
        if let elements = shown.array, !elements.isEmpty {
            var inner: [ConfigValue] = []
            if case .array(let values) = value?.content { inner = values }
            return elements.enumerated().flatMap { index, element in
                list(element, index < inner.count ? inner[index] : nil, file, "\(path)[\(index)]", inherited)
            }
        }
        return [ValueOrigin(path: path, value: shown, origin: origin)]
    }
}

/// A node of a pipeline file that was replaced by a text from the environment or another file.
package struct SecretUse: Sendable, Equatable {
    /// The node, such as `$env.API_TOKEN`.
    package let node: String
    /// The path of the node in the file, such as `source.auth.token`.
    package let place: String
}
