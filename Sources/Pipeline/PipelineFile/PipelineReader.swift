internal import JSONParsing
internal import JSONQuery

/// Reads a pipeline file, checks all of it, and creates its components.
package struct PipelineReader {
    let registry: Registry
    let settings: PipelineSettings
    private let file: String
    private let text: [UInt8]
    private var problems: [Diagnostic] = []
    private var files: [FileUse] = []
    /// The texts of jq programs from other files, which are not secret.
    private var publicTexts: Set<String> = []
    /// The functions for all programs of the file; nil for none.
    private var definitions: ProgramDefinitions?
    /// Remarks on options that are valid but probably not intended.
    private var warnings: [Diagnostic] = []
    private let outputPaths = OutputPaths()
    private var secrets = SecretValues()
    /// The names of the parameters that the file declares; nil if they cannot be read.
    private var parameters: [String]?

    private init(registry: Registry, settings: PipelineSettings, file: String, text: [UInt8]) {
        self.registry = registry
        self.settings = settings
        self.file = file
        self.text = text
    }

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
        var reader = ParameterReader(settings: settings, directory: FilePath.split(file).folder, text: text)
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
        let text = Array(text[mark...])
        var reader = PipelineReader(registry: registry, settings: settings, file: file, text: text)
        let plan = OutputRedirection.$current.withValue(settings.redirection) {
            QueryFunctions.$current.withValue(registry.functions) { reader.plan() }
        }
        guard let plan, reader.problems.isEmpty else {
            throw PipelineFileError(file: file, text: text, list: reader.problems, secrets: reader.secrets, parameters: reader.parameters)
        }
        return plan
    }

    private mutating func plan() -> PipelinePlan? {
        let syntax: JSONSyntax
        do throws(JSONError) {
            syntax = try JSONSyntax(parsing: text)
        } catch {
            problems.append(diagnostic(of: error))
            return nil
        }
        guard case .object(let members) = syntax.content else {
            problems.append(Diagnostic("expected an object with source, stages and sinks", at: syntax.range, path: ""))
            return nil
        }
        let directory = FilePath.split(file).folder
        let declared = members.first { $0.key == "parameters" }?.value
        self.parameters = ParameterReader.names(declared)
        var parameters = ParameterReader(settings: settings, directory: directory, text: text)
        parameters.read(declared)
        problems += parameters.problems
        var nodes = ValueNodes(
            parameters: parameters.values, environment: settings.environment, directory: directory, text: text,
            missing: settings.missingValues)
        let unread: Set = settings.readsSourceAndSinks ? ["parameters", "tests"] : ["parameters", "tests", "source", "sinks"]
        let root = nodes.resolve(root: members, syntax, unread: unread)
        secrets.formUnion(nodes.secrets)
        secrets.formUnion(parameters.secrets)
        problems += nodes.problems
        warnings += parameters.warnings + nodes.warnings
        files += nodes.files + parameters.files
        if settings.missingValues != .allow {
            // A command that skips source and sinks needs only the parameters that the stages use.
            problems += parameters.missing.filter { settings.readsSourceAndSinks || nodes.usedParameters.contains($0.key) }.values
        }
        guard var plan = plan(from: root, parameters: parameters.effective) else { return nil }
        // A file with the text of an option, such as a token, is not what the source reads.
        plan.inputPlaces = files.compactMap { use in
            guard use.purpose == .input, use.place.hasPrefix("source."), !use.place.hasSuffix(".$file"), let range = use.range else {
                return nil
            }
            let position = JSONPosition(offset: range.lowerBound, in: text)
            return (use.shown, FilePlace(file: file, line: position.line, column: position.column, path: use.place))
        }
        plan.presets = parameters.explanation
        outputPaths.protect(files)
        outputPaths.protect([file], as: "the pipeline file")
        plan.outputPaths = outputPaths
        plan.files = files.map(withParameter)
        plan.warnings = warnings.map { warning in
            let position = JSONPosition(offset: warning.range?.lowerBound ?? 0, in: text)
            return "\(file):\(position.line):\(position.column): \(warning.path): \(warning.message)"
        }
        for file in files where file.isSecret { secrets.insert(path: file.path) }
        plan.secrets = secrets
        plan.secretUses = parameters.secretUses + nodes.secretUses
        return plan
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

    /// Adds the parameter that sets the path, if the option is a `$param` node.
    private func withParameter(_ use: FileUse) -> FileUse {
        var use = use
        if let range = use.range, let node = try? JSONValue(parsing: Array(text[range])) {
            use.parameter = (try? node.member("$param"))??.string
        }
        return use
    }

    private mutating func plan(from root: ConfigValue, parameters: JSONObject) -> PipelinePlan? {
        var options = OptionReader(
            object: root, path: "", known: ["parameters", "source", "stages", "sinks", "tests"], file: ConfigFile(name: file, text: text))
        let stem = Input(file) == .standardInput ? "pipeline" : file.split(separator: "/").last.map(String.init) ?? file
        let common = options.header(named: stem.hasSuffix(".json") ? String(stem.dropLast(5)) : stem)
        options.finish(kind: .file)
        problems += options.problems
        files += options.files
        publicTexts.formUnion(options.publicTexts)
        definitions = common.definitions

        let source = source(root)
        let stages = steps(root, "stages", isRequired: false).map { stage($0, path: $1, source: source?.component) }
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
            stages: stages.compactMap(\.self), sinks: sinks.compactMap(\.self), rejects: common.rejects,
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

    private mutating func source(_ root: ConfigValue) -> PipelinePlan.SourceStep? {
        guard settings.readsSourceAndSinks else { return nil }
        guard var step = root.member("source") else {
            if settings.needsSourceAndSinks {
                let onlyStages = root.member("stages") != nil && root.member("sinks") == nil
                let help =
                    "tabpipe list sources"
                    + (onlyStages
                        ? "; `tabpipe pipe` runs a file that has stages alone, and `tabpipe validate --stages-only` checks it" : "")
                problems.append(Diagnostic("source is missing; it is an object with a type", at: root.range, path: "", help: help))
            }
            return nil
        }
        if let input = settings.sourceInput { step = step.replacingInput(by: input, in: settings.valuesFolder) }
        guard let type = type(of: step, path: "source", among: registry.sources, kind: "source") else { return nil }
        let (common, source) = make(type, step, path: "source", kind: "source", hasOnError: false)
        return PipelinePlan.SourceStep(common: common, component: source)
    }

    private mutating func stage(_ step: ConfigValue, path: String, source: (any Source)?) -> PipelinePlan.StageStep? {
        guard let type = type(of: step, path: path, among: registry.stages, kind: "stage") else { return nil }
        switch type {
        case .stage(let type):
            let (common, stage) = make(type, step, path: path, kind: "stage", hasOnError: true, source: source)
            return PipelinePlan.StageStep(common: common, component: .stage(stage))
        case .asyncStage(let type):
            let (common, stage) = make(type, step, path: path, kind: "stage", hasOnError: true, source: source)
            return PipelinePlan.StageStep(common: common, component: .asyncStage(stage))
        case .streamStage(let type):
            let (common, stage) = make(type, step, path: path, kind: "stage", hasOnError: true, source: source)
            return PipelinePlan.StageStep(common: common, component: .streamStage(stage))
        }
    }

    private mutating func sink(_ step: ConfigValue, path: String) -> PipelinePlan.SinkStep? {
        guard let type = type(of: step, path: path, among: registry.sinks, kind: "sink") else { return nil }
        let (common, sink) = make(type, step, path: path, kind: "sink", hasOnError: true)
        return PipelinePlan.SinkStep(common: common, component: sink)
    }
}

extension PipelineReader {
    /// Returns the steps in a list, each with its path.
    private mutating func steps(_ root: ConfigValue, _ key: String, isRequired: Bool) -> [(ConfigValue, String)] {
        guard let list = root.member(key) else {
            if isRequired {
                problems.append(
                    Diagnostic("\(key) is missing; it is a list of objects", at: root.range, path: "", help: "tabpipe list \(key)"))
            }
            return []
        }
        if case .unresolved = list.content { return [] }
        guard case .array(let elements) = list.content else {
            problems.append(Diagnostic("expected a list of objects, found \(list.phrase)", at: list.range, path: key))
            return []
        }
        if isRequired, elements.isEmpty {
            problems.append(Diagnostic("expected at least one of \(key)", at: list.range, path: key, help: "tabpipe list \(key)"))
        }
        return elements.enumerated().map { ($1, "\(key)[\($0)]") }
    }

    /// Returns the component type that a step names; nil after it has reported a problem.
    private mutating func type<Found>(of step: ConfigValue, path: String, among known: [String: Found], kind: String) -> Found? {
        if case .unresolved = step.content { return nil }
        guard case .object = step.content else {
            problems.append(Diagnostic("expected an object, found \(step.phrase)", at: step.range, path: path))
            return nil
        }
        let help = "tabpipe list \(kind)s"
        guard let type = step.member("type") else {
            secrets.insert(sensitiveTextsOf: step)
            problems.append(Diagnostic("type is missing; it names the \(kind)", at: step.range, path: path, help: help))
            return nil
        }
        if case .unresolved = type.content { return nil }
        guard case .string(let name) = type.content else {
            problems.append(
                Diagnostic("expected the name of a \(kind), found \(type.phrase)", at: type.range, path: "\(path).type", help: help))
            return nil
        }
        guard let found = known[name] else {
            // Its options are not read, so their names decide which texts are secret.
            secrets.insert(sensitiveTextsOf: step)
            let message =
                type.isSecret
                ? "no \(kind) is called what \(type.masked(name).shown) gives"
                : "no \(kind) is called \"\(name.printable)\"\(hint(for: name, in: known.keys.sorted(), kind: kind))"
            problems.append(Diagnostic(message, at: type.range, path: "\(path).type", help: help))
            return nil
        }
        return found
    }

    /// The hint for an unknown component: a component of another kind with that name, a stage that converts to it, or a similar name.
    private func hint(for name: String, in known: [String], kind: String) -> String {
        let kinds = [
            ("source", registry.sources[name] != nil), ("stage", registry.stages[name] != nil), ("sink", registry.sinks[name] != nil),
        ]
        if let meant = ComponentAdvice.meant(by: name, as: kind), known.contains(meant) { return "; did you mean \"\(meant)\"?" }
        guard let other = kinds.first(where: { $0.1 && $0.0 != kind })?.0 else { return DidYouMean.hint(for: name, in: known) }
        let conversion = known.first { $0.hasSuffix("_to_\(name)") }
        let reader = kind == "source" && name == "jsonl" && known.contains("json") ? ", and the source \"json\" reads JSON Lines, too" : ""
        return "; \"\(name)\" is a \(other)" + (conversion.map { ", and the \(kind) \"\($0)\" converts" } ?? reader)
    }

    /// Creates a component from its step, and collects its problems.
    private mutating func make<Made: Component>(
        _ type: Made.Type, _ step: ConfigValue, path: String, kind: String, hasOnError: Bool, source: (any Source)? = nil
    ) -> (PipelinePlan.Common, Made) {
        var common = OptionReader(object: step, path: path)
        let onError: OnError = hasOnError ? common.onError() : .fail
        _ = common.stepDescription()
        var options = OptionReader(
            object: step, path: path, known: ["type"] + common.declarations.map(\.name), outputPaths: outputPaths,
            file: ConfigFile(name: file, text: text))
        options.source = source
        options.definitions = definitions
        let made = Made(options: &options)
        let owner: OptionAdvice.Owner = kind == "source" ? .source(Made.name) : kind == "sink" ? .sink : .stage(Made.name)
        options.finish(owner: "the \(kind) \"\(Made.name)\"", kind: owner)
        problems += common.problems + options.problems
        publicTexts.formUnion(options.publicTexts)
        secrets.formUnion(options.secrets)
        warnings += options.warnings
        files += options.files
        let effective = PipelinePlan.Common(
            type: Made.name, path: path, onError: onError, options: options.effective, shared: common.effective,
            watches: options.watches)
        return (effective, made)
    }
}
