internal import JSONParsing

/// Reads the `parameters` of a pipeline file, and replaces their defaults by values from the command line.
struct ParameterReader {
    let settings: PipelineSettings
    let directory: String
    let text: [UInt8]
    private(set) var values: [String: ConfigValue] = [:]
    /// The declarations with the values in effect as defaults and with secrets masked.
    private(set) var effective = JSONObject()
    private(set) var problems: [Diagnostic] = []
    /// The problems of parameters without a value. They count only if the file uses the parameter.
    private(set) var missing: [String: Diagnostic] = [:]
    /// The texts of secret values.
    private(set) var secrets = SecretValues()
    /// The nodes that gave secret values.
    private(set) var secretUses: [SecretUse] = []
    /// The files whose text is a default.
    private(set) var files: [FileUse] = []

    init(settings: PipelineSettings, directory: String, text: [UInt8]) {
        self.settings = settings
        self.directory = directory
        self.text = text
    }

    /// Reads the declarations; none if the file has no `parameters`.
    mutating func read(_ declared: JSONSyntax?) {
        if let declared {
            guard case .object(let members) = declared.content else {
                problems.append(Diagnostic("expected an object of parameters", at: declared.range, path: "parameters"))
                return
            }
            for member in members { read(member) }
        }
    }

    private mutating func read(_ member: JSONSyntax.Member) {
        let path = "parameters.\(member.key)"
        guard case .object(let keys) = member.value.content else {
            problems.append(Diagnostic("expected an object with default and help", at: member.value.range, path: path))
            return
        }
        for key in keys where key.key != "default" && key.key != "help" {
            let near = DidYouMean.hint(for: key.key, in: ["default", "help"])
            problems.append(Diagnostic("a parameter has no \"\(key.key.printable)\"\(near)", at: key.keyRange, path: "\(path).\(key.key)"))
        }
        let help = keys.first { $0.key == "help" }?.value
        var declaration = JSONObject()
        if let help, case .string(let text) = help.content {
            declaration["help"] = .string(text)
        } else if let help {
            problems.append(Diagnostic("expected a string", at: help.range, path: "\(path).help"))
        }
        effective[member.key] = .object(declaration)
        let fallback = keys.first { $0.key == "default" }?.value
        guard let given = settings.parameters[member.key] else { return useDefault(fallback, of: member, path: path) }
        do {
            secrets.insert(partsOf: given)
            let content = try content(of: given, like: fallback, place: member.keyRange)
            set(member.key, ConfigValue(content: content, range: member.keyRange, secretName: nil, baseDirectory: "", literal: nil))
        } catch {
            setUnresolved(member)
            problems.append(
                Diagnostic(
                    "--set \(member.key.printable)=\(MaskedText(given).shown.printable): \(error.reason)", at: member.keyRange, path: path))
        }
    }

    private mutating func useDefault(_ fallback: JSONSyntax?, of member: JSONSyntax.Member, path: String) {
        guard let fallback else {
            setUnresolved(member)
            missing[member.key] = Diagnostic(
                "the parameter \"\(member.key.printable)\" has no value", at: member.keyRange, path: path,
                help: "give one with --set \(member.key.printable)=…")
            return
        }
        var nodes = ValueNodes(
            parameters: [:], environment: settings.environment, directory: directory, text: text,
            allowsMissing: settings.allowsMissingValues)
        set(member.key, nodes.resolve(fallback, path: "\(path).default"))
        problems += nodes.problems
        secrets.formUnion(nodes.secrets)
        secretUses += nodes.secretUses
        files += nodes.files
    }

    private mutating func set(_ name: String, _ value: ConfigValue) {
        values[name] = value
        var declaration = JSONObject()
        if case .unresolved = value.content {} else { declaration["default"] = value.maskedValue }
        if let help = effective[name]?.object?["help"] { declaration["help"] = help }
        effective[name] = .object(declaration)
    }

    /// Sets a value whose problem was already reported, or that may be missing. Its uses are not reported.
    private mutating func setUnresolved(_ member: JSONSyntax.Member) {
        values[member.key] = ConfigValue(content: .unresolved, range: member.keyRange, secretName: nil, baseDirectory: "", literal: nil)
    }

    /// Interprets a value from the command line: a string if the default is a string or missing, otherwise JSON of the default's kind.
    ///
    /// - Parameter place: The range in the pipeline file that stands for every part of the value, which is not in the file.
    private func content(of given: String, like fallback: JSONSyntax?, place: Range<Int>) throws(RecordError) -> ConfigValue.Content {
        let kind = fallback.map { ValueNodes.givesText($0) ? .string : $0.value.kind } ?? .string
        if kind == .string { return .string(given) }
        guard let syntax = try? JSONSyntax(parsing: Array(given.utf8)), syntax.value.kind == kind || kind == .null else {
            throw RecordError("expected \(kind.phrase) like the default, found \(JSONValue.string(MaskedText(given).shown).compactText)")
        }
        var nodes = ValueNodes(parameters: [:], environment: [:], directory: "", text: Array(given.utf8))
        let value = nodes.resolve(syntax, path: "")
        if let problem = nodes.problems.first { throw RecordError(problem.message) }
        return value.content.placed(at: place)
    }
}
