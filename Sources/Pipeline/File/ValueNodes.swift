internal import JSONParsing

/// Replaces `{"$param": …}`, `{"$env": …}` and `{"$file": …}` by JSON values.
///
/// The nodes are replaced as values after the file was parsed; so no value can bring in configuration of its own.
struct ValueNodes {
    let parameters: [String: ConfigValue]
    let environment: [String: String]
    let directory: String
    let text: [UInt8]
    private(set) var problems: [Diagnostic] = []

    init(parameters: [String: ConfigValue], environment: [String: String], directory: String, text: [UInt8]) {
        self.parameters = parameters
        self.environment = environment
        self.directory = directory
        self.text = text
    }

    /// The value with all nodes in it replaced, and equal keys in it reported.
    mutating func resolve(_ syntax: JSONSyntax, path: String) -> ConfigValue {
        switch syntax.content {
        case .null: return literal(.null, syntax)
        case .bool(let bool): return literal(.bool(bool), syntax)
        case .number(let number): return literal(.number(number), syntax)
        case .string(let string): return literal(.string(string), syntax)
        case .array(let elements):
            return literal(.array(elements.enumerated().map { resolve($1, path: "\(path)[\($0)]") }), syntax)
        case .object(let members):
            if members.count == 1, let node = members.first, node.key.hasPrefix("$") {
                return resolve(node: node, range: syntax.range, path: path)
            }
            reportEqualKeys(members, path: path)
            return literal(
                .object(
                    members.map { member in
                        let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
                        return ConfigValue.Member(key: member.key, keyRange: member.keyRange, value: resolve(member.value, path: inner))
                    }), syntax)
        }
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

    private mutating func resolve(node: JSONSyntax.Member, range: Range<Int>, path: String) -> ConfigValue {
        guard case .string(let name) = node.value.content else {
            return fail("expected a string after \"\(node.key)\"", at: node.value.range, range, path)
        }
        switch node.key {
        case "$param":
            guard let value = parameters[name] else {
                let near = Spelling.nearest(to: name, in: parameters.keys.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
                return fail("no parameter is called \"\(name.printable)\"\(near)", at: node.value.range, range, path)
            }
            return ConfigValue(
                content: value.content, range: range, isSecret: value.isSecret, baseDirectory: value.baseDirectory, literal: nil)
        case "$env":
            guard let value = environment[name] else {
                return fail("the environment variable \(name.printable) is not set", at: node.value.range, range, path)
            }
            return ConfigValue(content: .string(value), range: range, isSecret: true, baseDirectory: "", literal: nil)
        case "$file":
            let file = literal(.null, JSONSyntax(.null, range: range)).resolve(name)
            guard let contents = try? InputFile.readAll(file, limit: InputFile.maxConfigBytes),
                let string = String(validating: contents, as: UTF8.self)
            else {
                return fail("the file \(file.printable) cannot be read as UTF-8 text", at: node.value.range, range, path)
            }
            let value = string.hasSuffix("\n") ? String(string.dropLast()) : string
            return ConfigValue(content: .string(value), range: range, isSecret: true, baseDirectory: directory, literal: nil)
        default:
            let near = Spelling.nearest(to: node.key, in: ["$param", "$env", "$file"]).map { "; did you mean \"\($0)\"?" } ?? ""
            return fail("no value node is called \"\(node.key.printable)\"\(near)", at: node.keyRange, range, path)
        }
    }

    private mutating func fail(_ message: String, at place: Range<Int>, _ range: Range<Int>, _ path: String) -> ConfigValue {
        problems.append(Diagnostic(message, at: place, path: path))
        return ConfigValue(content: .unresolved, range: range, isSecret: false, baseDirectory: directory, literal: nil)
    }

    private func literal(_ content: ConfigValue.Content, _ syntax: JSONSyntax) -> ConfigValue {
        ConfigValue(content: content, range: syntax.range, isSecret: false, baseDirectory: directory, literal: text)
    }
}
