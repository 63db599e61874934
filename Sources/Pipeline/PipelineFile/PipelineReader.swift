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
    /// The functions for all programs of the file; nil for none.
    var definitions: ProgramDefinitions?
    /// The values that all programs of the file can use as `$name`.
    var values = ProgramValues()
    /// The names of missing values that programs use.
    var usedMissingValues: Set<String> = []
    /// Remarks on options that are valid but probably not intended.
    var warnings: [Diagnostic] = []
    let outputPaths: OutputPaths
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
    /// Where the values came from, in the order of the file.
    var origins: [ValueOrigin] = []

    /// Creates a reader of the pipeline file, or of a file that one of its steps uses.
    ///
    /// - Parameters:
    ///   - place: The step; empty for the pipeline file.
    ///   - chain: The files that lead to this one.
    init(
        registry: Registry, settings: PipelineSettings, file: String, text: [UInt8], place: String = "", chain: [String] = [],
        outputPaths: OutputPaths = OutputPaths()
    ) {
        self.registry = registry
        self.settings = settings
        self.file = file
        self.text = text
        self.place = place
        self.chain = chain + [file]
        self.outputPaths = outputPaths
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
        let plan = OutputRedirection.$current.withValue(settings.redirection) {
            Shard.$current.withValue(settings.shard) {
                QueryFunctions.$current.withValue(registry.functions) { reader.plan() }
            }
        }
        guard var plan, reader.problems.isEmpty else {
            throw PipelineFileError(
                file: file, text: text, list: reader.problems, secrets: reader.secrets, parameters: reader.parameters,
                inputs: reader.files.filter { $0.purpose == .input && !$0.isAddress && !$0.isStandardStream }.map(\.path))
        }
        plan.text = whole
        return plan
    }

    private mutating func plan() -> PipelinePlan? {
        guard let (all, syntax) = members(expected: "an object with source, stages and sinks") else { return nil }
        let members = settings.membersToRead(all)
        let parameters = readParameters(members)
        let unread: Set = settings.readsSourceAndSinks ? ["parameters", "tests"] : ["parameters", "tests", "source", "sinks"]
        let (root, nodes) = resolve(members, syntax, parameters, unread: unread)
        let made = plan(from: root, parameters: parameters.effective)
        if settings.missingValues != .allow {
            // A command that skips a part of the file needs only the parameters that the rest uses.
            let used = nodes.usedParameters.union(usedMissingValues)
            problems += parameters.missing.filter { settings.readsAllSteps || used.contains($0.key) }.values
        }
        guard var plan = made, problems.isEmpty else { return nil }
        // A file with the text of an option, such as a token, is not what the source reads.
        plan.inputPlaces = files.compactMap { use in
            guard use.purpose == .input, use.place.hasPrefix("source."), !use.place.hasSuffix(".$file"), let range = use.range else {
                return nil
            }
            let position = JSONPosition(offset: range.lowerBound, in: text)
            return (use.shown, FilePlace(file: file, line: position.line, column: position.column, path: use.place))
        }
        plan.presets = presets
        plan.uses = uses
        plan.origins = origins.map { $0.masked(by: secrets) }
        outputPaths.protect(files)
        outputPaths.protect([file], as: "the pipeline file")
        plan.outputPaths = outputPaths
        plan.files = files.map(withParameter)
        plan.warnings = warnings.map { warning in
            "\((warning.other ?? configFile).place(of: warning.range ?? 0..<0)): \(warning.path): \(warning.message)"
        }
        for file in files where file.isSecret { secrets.insert(path: file.path) }
        plan.secrets = secrets
        plan.secretUses = secretUses
        return plan
    }

    /// Adds the parameter that sets the path, if the option is a `$param` node.
    func withParameter(_ use: FileUse) -> FileUse {
        var use = use
        if use.file == nil, let range = use.range, let node = try? JSONValue(parsing: Array(text[range])) {
            use.parameter = (try? node.member("$param"))??.string
        }
        return use
    }

    private mutating func plan(from root: ConfigValue, parameters: JSONObject) -> PipelinePlan? {
        var options = OptionReader(
            object: root, path: "", known: ["parameters", "source", "stages", "sinks", "tests"], file: configFile)
        options.values = values
        let stem = Input(file) == .standardInput ? "pipeline" : file.split(separator: "/").last.map(String.init) ?? file
        let name = stem.hasSuffix(".json") ? String(stem.dropLast(5)) : stem
        let common = options.header(named: name, readsTables: settings.missingValues.readsTables)
        options.finish(kind: .file)
        takeOver(options)
        noteOrigins([options.effective], of: root, path: "", type: nil)
        definitions = common.definitions
        values = options.values

        let source = source(root)
        let stages = stages(root, source: source?.component)
        problems += settings.partitioning?.keyFaults(in: stages) ?? []
        let sinks =
            !settings.readsSourceAndSinks ? [] : steps(root, "sinks", isRequired: settings.needsSourceAndSinks).map { sink($0, path: $1) }
        if let source, source.component.isIncremental {
            for case (let sink?, let (value, path)) in zip(sinks, steps(root, "sinks", isRequired: false)) {
                guard let fault = sink.shrinkingFault else { continue }
                problems.append(Diagnostic(fault.message, at: value.range, path: path, help: fault.help))
            }
        }
        secrets.remove(publicTexts)
        problems += FileUse.clashes(among: files, pipelineFile: file)
        if settings.checksOutputs { problems += files.compactMap(\.obstacleDiagnostic) }
        guard problems.isEmpty else { return nil }
        // `effective` masks secrets, as messages show the name and the description.
        let header = options.effective
        return PipelinePlan(
            name: header["name"]?.string ?? stem, description: header["description"]?.string,
            parameters: withoutSecrets(parameters), source: source,
            stages: stages, sinks: sinks.compactMap(\.self), rejects: common.rejects,
            guards: common.guards, header: header, programMemory: common.programMemory)
    }

    /// Masks the defaults of parameters, because a parameter may be the value of a secret option.
    private func withoutSecrets(_ parameters: JSONObject) -> JSONObject {
        JSONObject(
            parameters.map { parameter in
                guard var declaration = parameter.value.object, let value = declaration["default"] else {
                    return (parameter.key, parameter.value)
                }
                declaration["default"] = secrets.masked(value)
                return (parameter.key, .object(declaration))
            })
    }
}
