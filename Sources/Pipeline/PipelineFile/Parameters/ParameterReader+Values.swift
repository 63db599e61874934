internal import JSONParsing

// The values of parameters: from the command line, a step with `use`, a preset or the default.
extension ParameterReader {
    mutating func useDefault(_ fallback: JSONSyntax?, of member: JSONSyntax.Member, path: String) {
        guard let fallback else {
            setUnresolved(member)
            missing[member.key] = Diagnostic(
                "the parameter \"\(member.key.printable)\" has no value", at: member.keyRange, path: path,
                help: "give one with --set \(member.key.printable)=…")
            return
        }
        use(fallback, for: member, path: "\(path).default", "default")
    }

    /// Sets a value that a step with `use` gives.
    mutating func use(_ value: ConfigValue, for member: JSONSyntax.Member, _ fallback: JSONSyntax?) {
        let kind = fallback.map(ValueNodes.kind(of:)) ?? .null
        if case .unresolved = value.content { return setUnresolved(member) }
        guard kind == .null || value.plainValue.kind == kind else {
            setUnresolved(member)
            misfits[member.key] = "expected \(kind.phrase) like the default in \(file.name.printable), found \(value.phrase)"
            return
        }
        let placed = ConfigValue(
            content: value.content.placed(at: member.keyRange), range: member.keyRange, secretName: value.secretName,
            baseDirectory: value.baseDirectory, literal: nil, contentFile: value.contentFile, trail: value.trail)
        set(member.key, placed)
    }

    /// Sets a value of the file: the default, or one of a preset.
    ///
    /// - Parameter kind: What `explain --origin` calls it.
    mutating func use(_ syntax: JSONSyntax, for member: JSONSyntax.Member, path: String, _ kind: String) {
        var nodes = nodes(missing: settings.missingValues)
        var value = nodes.resolve(syntax, path: path)
        if settings.collectsOrigins { value.trail.insert("\(kind) \(file.place(of: syntax.range))", at: 0) }
        set(member.key, value)
        problems += nodes.problems
        warnings += nodes.warnings
        secrets.formUnion(nodes.secrets)
        secretUses += nodes.secretUses
        files += nodes.files
    }

    mutating func set(_ name: String, _ value: ConfigValue) {
        values[name] = value
        var declaration = JSONObject()
        if case .unresolved = value.content {} else { declaration["default"] = value.maskedValue }
        if let help = effective[name]?.object?["help"] { declaration["help"] = help }
        effective[name] = .object(declaration)
    }

    /// Sets a value whose problem was already reported, or that may be missing. Its uses are not reported.
    mutating func setUnresolved(_ member: JSONSyntax.Member) {
        values[member.key] = ConfigValue(content: .unresolved, range: member.keyRange, secretName: nil, baseDirectory: "", literal: nil)
    }

    /// Interprets a value from the command line: a string if the default is a string or missing, otherwise JSON of the default's kind.
    ///
    /// - Parameter place: The range in the pipeline file that stands for every part of the value, which is not in the file.
    func content(of given: String, like fallback: JSONSyntax?, place: Range<Int>) throws(RecordError) -> ConfigValue.Content {
        let kind = fallback.map(ValueNodes.kind(of:)) ?? .string
        if kind == .string { return .string(given) }
        guard let syntax = try? JSONSyntax(parsing: Array(given.utf8)), syntax.value.kind == kind || kind == .null else {
            throw RecordError("expected \(kind.phrase) like the default, found \(JSONValue.string(MaskedText(given).shown).compactText)")
        }
        var nodes = ValueNodes(parameters: [:], environment: [:], directory: settings.valuesFolder, text: Array(given.utf8))
        let value = nodes.resolve(syntax, path: "")
        if let problem = nodes.problems.first { throw RecordError(problem.message) }
        return value.content.placed(at: place)
    }
}
