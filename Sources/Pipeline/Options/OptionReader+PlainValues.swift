internal import JSONParsing

// Options whose values stand for themselves, such as the records of a test: `{"$param": "x"}` in them is an object, and no node.
extension OptionReader {
    /// Reads options from an object without replacing nodes. Equal keys are problems.
    ///
    /// - Parameters:
    ///   - syntax: The object.
    ///   - file: The file's path. Relative paths are relative to its folder.
    ///   - text: The file's text.
    ///   - known: Keys that other readers read.
    package init(plain syntax: JSONSyntax, file: String, text: [UInt8], known: [String]) {
        var equalKeys: [Diagnostic] = []
        let directory = FilePath.split(file).folder
        let object = ConfigValue(plain: syntax, path: "", directory: directory, text: text, known: known, &equalKeys)
        self.init(object: object, path: "", known: known, file: ConfigFile(name: file, text: text))
        takesParameters = false
        for problem in equalKeys { report(problem) }
        if case .object = object.content { return }
        reportWrongKind(object, nil, expected: "an object")
    }
}

extension OptionType where Value == RecordQuery {
    /// A jq program that says whether a record is as expected. Its fields are not checked for misspelt names: it may ask for fields
    /// that no record has.
    package static var unwatchedQuery: Self {
        Self(kind: .query, placeholder: .identity) { $0.compiledQuery($1, $2)?.unwatched }
    }
}

extension OptionType where Value == JSONValue {
    /// A JSON value without secrets, such as the record of a test.
    package static var plainJSON: Self { Self(kind: .json, placeholder: .null) { _, value, _ in MaskedJSON(value).value } }
}

extension ConfigValue {
    /// Makes a value without replacing nodes.
    ///
    /// - Parameters:
    ///   - known: Keys of the outermost object that are left out.
    ///   - problems: Receives the places of equal keys.
    init(
        plain syntax: JSONSyntax, path: String, directory: String, text: [UInt8], known: [String] = [], _ problems: inout [Diagnostic]
    ) {
        let content: Content
        switch syntax.content {
        case .null: content = .null
        case .bool(let bool): content = .bool(bool)
        case .number(let number): content = .number(number)
        case .string(let string): content = .string(string)
        case .array(let elements):
            content = .array(
                elements.enumerated().map {
                    ConfigValue(plain: $1, path: "\(path)[\($0)]", directory: directory, text: text, &problems)
                })
        case .object(let members):
            var keys: Set<String> = []
            content = .object(
                members.filter { !known.contains($0.key) }.map { member in
                    let place = path.isEmpty ? member.key : "\(path).\(member.key)"
                    if !keys.insert(member.key).inserted {
                        let message = "the key \"\(member.key.printable)\" stands twice in this object"
                        problems.append(Diagnostic(message, at: member.keyRange, path: place))
                    }
                    let value = ConfigValue(plain: member.value, path: place, directory: directory, text: text, &problems)
                    return Member(key: member.key, keyRange: member.keyRange, value: value)
                })
        }
        self.init(content: content, range: syntax.range, secretName: nil, baseDirectory: directory, literal: text)
    }
}
