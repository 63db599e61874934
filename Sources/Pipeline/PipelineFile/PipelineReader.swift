internal import JSONParsing
internal import JSONQuery

/// Reads a pipeline file, checks all of it, and creates its components.
package struct PipelineReader {
    let registry: Registry
    let settings: PipelineSettings
    let file: String
    let text: [UInt8]
    /// The step that uses the file, such as `stages[2]`; empty for the pipeline file itself.
    let place: String
    var problems: [Diagnostic] = []
    var files: [FileUse] = []
    /// The texts of jq programs from other files, which are not secret.
    var publicTexts: Set<String> = []
    /// The secret texts that templates put into other texts.
    var filledSecrets: Set<String> = []
    /// The functions for all programs of the file; nil for none.
    var definitions: FileQueryDefinitions?
    /// The values that all programs of the file can use as `$name`.
    var values = QueryConstants()
    /// The names of missing values that programs use.
    var usedMissingValues: Set<String> = []
    /// Remarks on options that are valid but probably not intended.
    var warnings: [Diagnostic] = []
    let outputPaths: ClaimedPaths
    var secrets = SecretValues()
    /// The nodes that gave secret values.
    var secretUses: [SecretUse] = []
    /// The selected presets: one line for each.
    var presets: [String] = []
    /// The names of the parameters that the file declares; nil if they cannot be read.
    var parameters: [String]?
    /// The files whose stages the pipeline uses, this file's own uses among them.
    var uses: [PipelinePlan.UsedFile] = []
    /// The files from the pipeline file to this one, each of which uses the next.
    var chain: [String]
    /// The origins of the values, in the order of the file.
    var origins: [ValueOrigin] = []

    /// Creates a reader of the pipeline file, or of a file that one of its steps uses.
    ///
    /// - Parameters:
    ///   - place: The step; empty for the pipeline file.
    ///   - chain: The files that lead to this one.
    init(
        registry: Registry, settings: PipelineSettings, file: String, text: [UInt8], place: String = "", chain: [String] = [],
        outputPaths: ClaimedPaths = ClaimedPaths()
    ) {
        self.registry = registry
        self.settings = settings
        self.file = file
        self.text = text
        self.place = place
        self.chain = chain + [file]
        self.outputPaths = outputPaths
        values.functions = registry.functions
    }

    /// The file for messages.
    var configFile: ConfigFile { ConfigFile(name: file, text: text) }

    /// The path of a key of the file, such as `stages[2].stages`.
    func inside(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    /// Reads a pipeline file.
    ///
    /// - Parameters:
    ///   - file: The path, which is also the name in messages.
    ///   - registry: The components that the file can name.
    ///   - settings: Parameters and environment.
    /// - Throws: ``PipelineFileError`` with every problem; ``PipelineFailure`` if the file cannot be read.
    package static func read(_ file: String, registry: Registry, settings: PipelineSettings) throws -> PipelinePlan {
        try read(text: InputFile.readAll(Input(file), limit: InputFile.maxConfigBytes), file: file, registry: registry, settings: settings)
    }

    /// The declarations of a file's parameters with the names of their presets, for help and completion; nil if they cannot be read.
    package static func parameters(of file: String) -> JSONObject? {
        var settings = PipelineSettings(needsSourceAndSinks: false)
        settings.missingValues = .allow
        guard let text = try? InputFile.readAll(Input(file), limit: InputFile.maxConfigBytes), let syntax = try? JSONSyntax(parsing: text),
            case .object(let members) = syntax.content
        else { return nil }
        var reader = ParameterReader(settings: settings, file: ConfigFile(name: file, text: text))
        reader.read(members.first { $0.key == "parameters" }?.value)
        guard reader.problems.isEmpty else { return nil }
        return JSONObject(
            reader.effective.map { parameter in
                guard var declaration = parameter.value.object else { return (parameter.key, parameter.value) }
                declaration["presets"] = .array(reader.presetNames(of: parameter.key).map { .string($0) })
                return (parameter.key, .object(declaration))
            })
    }

    /// Reads the text of a pipeline file.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8, with or without a byte order mark.
    ///   - file: The name in messages. Relative paths in the text are relative to its folder.
    ///   - registry: The components that the file can name.
    ///   - settings: Parameters and environment.
    /// - Throws: ``PipelineFileError`` with every problem.
    package static func read(
        text: [UInt8], file: String, registry: Registry, settings: PipelineSettings
    ) throws(PipelineFileError) -> PipelinePlan {
        let mark: Int
        do throws(JSONError) {
            mark = try ByteOrderMark.lengthToSkip(in: text)
        } catch {
            throw PipelineFileError(file: file, text: text, list: [Diagnostic(error.message, at: nil, path: "")])
        }
        let whole = text
        let text = Array(text[mark...])
        var reader = PipelineReader(registry: registry, settings: settings, file: file, text: text)
        guard var plan = reader.plan(), reader.problems.isEmpty else {
            throw PipelineFileError(
                file: file, text: text, list: reader.problems, secrets: reader.secrets, parameters: reader.parameters,
                inputs: reader.files.filter { $0.purpose == .input && !$0.isAddress && !$0.isStandardStream }.map(\.path))
        }
        plan.declaration.text = whole
        plan.opener = registry.opener
        return plan
    }
}

// The text of a file, its parameters and value nodes, and what the readers of its parts find.
extension PipelineReader {
    /// Parses the file; nil after a problem was reported.
    ///
    /// - Parameter expected: The expected content, for the message.
    mutating func members(expected: String) -> (members: [JSONSyntax.Member], syntax: JSONSyntax)? {
        let syntax: JSONSyntax
        do throws(JSONError) {
            syntax = try JSONSyntax(parsing: text)
        } catch {
            problems.append(diagnostic(of: error))
            return nil
        }
        guard case .object(let members) = syntax.content else {
            problems.append(Diagnostic("expected \(expected)", at: syntax.range, path: place))
            return nil
        }
        return (members, syntax)
    }

    /// Reads the parameters of the file.
    ///
    /// - Parameter given: The values that a step with `use` gives.
    mutating func readParameters(_ members: [JSONSyntax.Member], given: [String: ConfigValue] = [:]) -> ParameterReader {
        let declared = members.first { $0.key == "parameters" }?.value
        parameters = ParameterReader.names(declared)
        var reader = ParameterReader(settings: settings, file: configFile, place: place, given: given)
        reader.read(declared)
        problems += reader.problems
        secrets.formUnion(reader.secrets)
        warnings += reader.warnings
        files += reader.files
        secretUses += reader.secretUses
        presets += reader.explanation
        values = parameters == nil ? .faulty : reader.programValues
        values.functions = registry.functions
        if settings.collectsOrigins { origins += reader.origins }
        return reader
    }

    /// Replaces the value nodes of the file.
    mutating func resolve(
        _ members: [JSONSyntax.Member], _ syntax: JSONSyntax, _ parameters: ParameterReader, unread: Set<String>
    ) -> (root: ConfigValue, nodes: ValueNodeResolver) {
        var nodes = ValueNodeResolver(
            parameters: parameters.values, environment: settings.environment, directory: FilePath.split(file).folder, text: text,
            missing: settings.missingValues)
        nodes.notesTrails = settings.collectsOrigins
        let root = nodes.resolve(root: members, syntax, unread: unread, path: place)
        secrets.formUnion(nodes.secrets)
        problems += nodes.problems
        warnings += nodes.warnings
        files += nodes.files
        secretUses += nodes.secretUses
        return (root, nodes)
    }

    /// Adds the problems, files, secrets and other findings of the reader of a step.
    mutating func takeOver(_ options: OptionReader) {
        problems += options.problems
        publicTexts.formUnion(options.publicTexts)
        filledSecrets.formUnion(options.filledSecrets)
        usedMissingValues.formUnion(options.usedMissingValues)
        secrets.formUnion(options.secrets)
        warnings += options.warnings
        files += options.files
    }

    /// The problem of a file that is not JSON.
    private func diagnostic(of error: JSONError) -> Diagnostic {
        let place = error.offset..<error.offset + 1
        let help = "tabpipe new prints a file to start from"
        if let format = CompressedFormat(beginning: text) {
            return Diagnostic("a pipeline file is JSON; this is compressed with \(format.rawValue)", at: nil, path: "", help: help)
        }
        guard let format = ForeignFormat(of: text, file: file) else { return JSONSyntaxHint.diagnostic(for: error, in: text) }
        return Diagnostic(
            "a pipeline file is JSON, and this looks like \(format.rawValue): \(error.message)", at: place, path: "", help: help)
    }
}

extension PipelineReader {
    /// Notes where the options of a step, or of the file itself, came from.
    ///
    /// - Parameters:
    ///   - options: The options in effect.
    ///   - step: The object in the file.
    ///   - type: The type of the step; nil for other objects.
    mutating func noteOrigins(_ options: [JSONObject], of step: ConfigValue, path: String, type: String?) {
        guard settings.collectsOrigins else { return }
        let types: [JSONObject] = type.map { [["type": .string($0)]] } ?? []
        for option in (types + options).joined() {
            let place = path.isEmpty ? option.key : "\(path).\(option.key)"
            origins += ValueOrigin.list(option.value, step.member(option.key), in: configFile, path: place)
        }
    }
}

/// A configuration format other than JSON that a pipeline file seems to be written in.
private enum ForeignFormat: String {
    case yaml = "YAML"
    case toml = "TOML"

    /// Detects the format from the file's name, and its first line that is neither empty nor a comment.
    ///
    /// - Returns: nil if neither matches.
    init?(of text: [UInt8], file: String) {
        let name = file.lowercased()
        let lines = String(decoding: text.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }
        let first = lines.first { !$0.isEmpty && !$0.hasPrefix("#") } ?? ""
        if name.hasSuffix(".toml") || first.wholeMatch(of: /\[\[?[\w."-]+\]\]?|[\w."-]+\s*=\s.*/) != nil {
            self = .toml
        } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") || first.hasPrefix("---") || first.hasPrefix("%YAML")
            || first.wholeMatch(of: /["$\w-]+:(?:\s.*)?/) != nil
        {
            self = .yaml
        } else {
            return nil
        }
    }
}
