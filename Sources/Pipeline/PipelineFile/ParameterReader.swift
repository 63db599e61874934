internal import JSONParsing

/// Reads the `parameters` of a pipeline file, and replaces their defaults by values from the command line.
struct ParameterReader {
    let settings: PipelineSettings
    let directory: String
    /// The file with the declarations.
    let file: ConfigFile
    /// The place of the file in the pipeline file, such as `stages[2]`; empty for the pipeline file itself.
    let place: String
    /// The values that a step with `use` gives.
    let given: [String: ConfigValue]
    var values: [String: ConfigValue] = [:]
    /// The declarations with the values in effect as defaults and with secrets masked.
    var effective = JSONObject()
    var problems: [Diagnostic] = []
    /// Remarks on defaults that are valid but probably not intended.
    var warnings: [Diagnostic] = []
    /// The problems of parameters without a value. They count only if the file uses the parameter.
    var missing: [String: Diagnostic] = [:]
    /// The faults of values that a step with `use` gives.
    var misfits: [String: String] = [:]
    /// The texts of secret values.
    var secrets = SecretValues()
    /// The nodes that gave secret values.
    var secretUses: [SecretUse] = []
    /// The files whose text is a default.
    var files: [FileUse] = []
    /// The values of the command line in place of secret defaults.
    private var secretGiven: [String: String] = [:]
    private var presets = ParameterPresets(of: [], settings: PipelineSettings())
    /// The keys of a declaration.
    private static let keys = ["default", "help", "presets"]

    init(settings: PipelineSettings, file: ConfigFile, place: String = "", given: [String: ConfigValue] = [:]) {
        self.settings = settings
        directory = FilePath.split(file.name).folder
        self.file = file
        self.place = place
        self.given = given
    }

    private var path: String { place.isEmpty ? "parameters" : "\(place).parameters" }

    /// The names of declared parameters: none if the file has no `parameters`, nil if they are not an object.
    static func names(_ declared: JSONSyntax?) -> [String]? {
        guard let declared else { return [] }
        guard case .object(let members) = declared.content else { return nil }
        return members.map(\.key)
    }

    /// Reads the declarations; none if the file has no `parameters`.
    mutating func read(_ declared: JSONSyntax?) {
        if let declared {
            guard case .object(let members) = declared.content else {
                problems.append(Diagnostic("expected an object of parameters", at: declared.range, path: path))
                return
            }
            readPresets(members)
            for member in members { read(member) }
        }
    }

    /// The selected presets, and the parameters that each gives a value to: one line for each preset.
    var explanation: [String] { presets.explanation }

    /// The origins of the values.
    var origins: [ValueOrigin] {
        effective.flatMap { parameter -> [ValueOrigin] in
            guard let shown = parameter.value.object?["default"], let value = values[parameter.key] else { return [] }
            let path = "\(place.isEmpty ? "parameters" : "\(place).with").\(parameter.key)"
            return [ValueOrigin(path: path, value: shown, origin: value.trail.joined(separator: ", "))]
        }
    }

    /// The values for the programs of the file. A placeholder stands for a missing value.
    var programValues: QueryConstants {
        var named = QueryConstants()
        named.add(
            effective.compactMap { parameter in
                guard let value = values[parameter.key] else { return nil }
                var isMissing = false
                if case .unresolved = value.content { isMissing = true }
                // The placeholder is not null: the jq compiler checks some values, such as regular expressions, and refuses null.
                return QueryConstants.Constant(
                    name: parameter.key, value: isMissing ? "" : value.plainValue, isMissing: isMissing,
                    secrets: value.secretTexts.map(\.value) + (secretGiven[parameter.key].map { [$0] } ?? []))
            })
        return named
    }

    /// The names of a parameter's presets.
    func presetNames(of parameter: String) -> [String] { presets.names(of: parameter) }

    private mutating func readPresets(_ members: [JSONSyntax.Member]) {
        presets = ParameterPresets(of: members, settings: settings, path: path)
        // First the parameters of `--set`: if one of their presets replaces a default, that default selects no preset.
        let given = members.filter { settings.parameters[$0.key] != nil }
        for member in given + members.filter({ settings.parameters[$0.key] == nil }) {
            guard let all = presets.all(of: member.key) else { continue }
            check(all, path: "\(path).\(member.key).presets")
            let fallback = presets.values[member.key] == nil ? presets.fallback(of: member.key) : nil
            presets.read(member.key, value: settings.parameters[member.key] ?? fallback.flatMap(plainText))
        }
        problems += presets.problems
    }

    /// Reports faults of nodes in presets that are not selected, too. Their variables and files are not read.
    private mutating func check(_ presets: JSONSyntax, path: String) {
        var nodes = nodes(missing: .unread)
        secrets.insert(sensitiveTextsOf: nodes.resolve(presets, path: path))
        secrets.formUnion(nodes.secrets)
        problems += nodes.problems
    }

    func nodes(missing: MissingValuePolicy) -> ValueNodeResolver {
        var nodes = ValueNodeResolver(
            parameters: [:], environment: settings.environment, directory: directory, text: file.text, missing: missing)
        nodes.notesTrails = settings.collectsOrigins
        return nodes
    }

    /// A default as `--set` gives it; nil for null, lists, objects and missing values.
    private func plainText(of fallback: JSONSyntax) -> String? {
        var nodes = nodes(missing: .allow)
        return switch nodes.resolve(fallback, path: "").content {
        case .string(let text): text
        case .bool(let bool): String(bool)
        case .number(let number): number.text
        case .null, .array, .object, .unresolved: nil
        }
    }

    private mutating func read(_ member: JSONSyntax.Member) {
        let path = "\(path).\(member.key)"
        guard case .object(let keys) = member.value.content else {
            problems.append(Diagnostic("expected an object with default and help", at: member.value.range, path: path))
            return
        }
        for key in keys where !Self.keys.contains(key.key) {
            let near = DidYouMean.hint(for: key.key, in: Self.keys)
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
        let fallback = presets.fallback(of: member.key)
        if let given = given[member.key] { return use(given, for: member, fallback) }
        guard let given = settings.parameters[member.key] else {
            if let preset = presets.values[member.key] { return use(preset.syntax, for: member, path: preset.path, "preset") }
            return useDefault(fallback, of: member, path: path)
        }
        do {
            secrets.insert(partsOf: given)
            // A value that replaces a text from the environment or a file is as secret as that text.
            if let fallback, ValueNodeResolver.givesText(fallback) {
                secrets.insert(literal: given)
                secretGiven[member.key] = given
            }
            let content = try content(of: given, like: fallback, place: member.keyRange)
            set(
                member.key,
                ConfigValue(
                    content: content, range: member.keyRange, secretName: nil, baseDirectory: settings.valuesFolder, literal: nil,
                    trail: settings.collectsOrigins ? ["--set"] : []))
        } catch {
            setUnresolved(member)
            problems.append(
                Diagnostic(
                    "--set \(member.key.printable)=\(MaskedText(given).shown.printable): \(error.reason)", at: member.keyRange, path: path))
        }
    }
}

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
        let kind = fallback.map(ValueNodeResolver.kind(of:)) ?? .null
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
    /// - Parameter kind: The word for the value in `explain --origin`.
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
        let kind = fallback.map(ValueNodeResolver.kind(of:)) ?? .string
        if kind == .string { return .string(given) }
        guard let syntax = try? JSONSyntax(parsing: Array(given.utf8)), syntax.value.kind == kind || kind == .null else {
            throw RecordError("expected \(kind.phrase) like the default, found \(JSONValue.string(MaskedText(given).shown).compactText)")
        }
        var nodes = ValueNodeResolver(parameters: [:], environment: [:], directory: settings.valuesFolder, text: Array(given.utf8))
        let value = nodes.resolve(syntax, path: "")
        if let problem = nodes.problems.first { throw RecordError(problem.message) }
        return value.content.placed(at: place)
    }
}
