internal import JSONParsing

// Makes a plan from the text of a pipeline file.
extension PipelineReader {
    mutating func plan() -> PipelinePlan? {
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
        // A file with the text of an option, such as a token, is no input of a source.
        let sources = ["source"] + plan.components.flatMap(\.component.hooks.sources).map(\.step.path)
        plan.declaration.inputPlaces = files.compactMap { use in
            guard use.purpose == .input, use.file == nil, sources.contains(where: { use.place.hasPrefix("\($0).") }),
                !use.place.hasSuffix(".$file"), let range = use.range
            else { return nil }
            let position = JSONPosition(offset: range.lowerBound, in: text)
            return (use.shown, FilePlace(file: file, line: position.line, column: position.column, path: use.place))
        }
        plan.declaration.presets = presets
        plan.declaration.uses = uses
        plan.declaration.origins = origins.map { $0.masked(by: secrets) }
        outputPaths.protect(files)
        outputPaths.protect([file], as: "the pipeline file")
        plan.outputPaths = outputPaths
        plan.files = files.map(withParameter)
        plan.declaration.warnings = warnings.map { warning in
            "\((warning.other ?? configFile).place(of: warning.range ?? 0..<0)): \(warning.path): \(warning.message)"
        }
        for file in files where file.isSecret && !file.isPartlySecret { secrets.insert(path: file.path) }
        plan.secrets = secrets
        plan.learnedSecrets.insert(Array(filledSecrets))
        plan.declaration.secretUses = secretUses
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
        var options = optionReader(root, path: "", known: ["parameters", "source", "stages", "sinks", "tests"])
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
        if let source, source.component.continuation.isIncremental {
            for case (let sink?, let (value, path)) in zip(sinks, steps(root, "sinks", isRequired: false)) {
                guard let fault = sink.incrementalFault else { continue }
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
            name: header["name"]?.string ?? stem,
            declaration: PipelinePlan.Declaration(
                description: header["description"]?.string, parameters: withoutSecrets(parameters), header: header),
            source: source, stages: stages, sinks: sinks.compactMap(\.self), rejects: common.rejects, guards: common.guards,
            programMemory: common.programMemory)
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

// The source, the stages and the sinks.
extension PipelineReader {
    /// Creates the source; nil if it is not read, or after a problem was reported.
    mutating func source(_ root: ConfigValue) -> PipelinePlan.SourceStep? {
        guard settings.readsSourceAndSinks else { return nil }
        guard var step = root.member("source") else {
            if settings.needsSourceAndSinks {
                let onlyStages = root.member("stages") != nil && root.member("sinks") == nil
                let help =
                    "tabpipe list sources"
                    + (onlyStages
                        ? "; `tabpipe pipe` runs a file that has stages alone, and `tabpipe validate --stages-only` checks it" : "")
                problems.append(Diagnostic("\"source\" is missing; it is an object with a type", at: root.range, path: "", help: help))
            }
            return nil
        }
        if let input = settings.sourceInput { step = step.replacingInput(by: input, in: settings.valuesFolder) }
        guard let type = type(of: step, path: "source", among: registry.sources, kind: "source") else { return nil }
        let (common, source) = make(type, step, path: "source", kind: "source", hasOnError: false)
        return PipelinePlan.SourceStep(common: common, component: source)
    }

    /// Creates the stages, and those of files that the list uses.
    mutating func stages(_ root: ConfigValue, source: (any Source)?) -> [PipelinePlan.StageStep] {
        steps(root, "stages", isRequired: false).flatMap { step, path in
            StageUse.isUse(step)
                ? usedStages(step, path: path, source: source) : [stage(step, path: path, source: source)].compactMap(\.self)
        }
    }

    private mutating func stage(_ step: ConfigValue, path: String, source: (any Source)?) -> PipelinePlan.StageStep? {
        guard let type = type(of: step, path: path, among: registry.stages, kind: "stage") else { return nil }
        switch type {
        case .stage(let type):
            let (common, stage) = make(type, step, path: path, kind: "stage", hasOnError: true, source: source)
            if let fault = settings.partitioning?.fault(of: stage.hooks.partition, called: common.type) {
                problems.append(Diagnostic(fault.message, at: step.range, path: path, help: fault.help))
            }
            return PipelinePlan.StageStep(common: common, component: .stage(stage))
        case .asyncStage(let type):
            let (common, stage) = make(type, step, path: path, kind: "stage", hasOnError: true, source: source)
            return PipelinePlan.StageStep(common: common, component: .asyncStage(stage))
        case .streamStage(let type):
            let (common, stage) = make(type, step, path: path, kind: "stage", hasOnError: true, source: source)
            if let fault = settings.partitioning?.fault(of: stage, called: common.type, scope: common.scope ?? .all) {
                problems.append(Diagnostic(fault.message, at: step.range, path: path, help: fault.help))
            }
            return PipelinePlan.StageStep(common: common, component: .streamStage(stage))
        }
    }

    /// Creates a sink; nil after a problem was reported.
    mutating func sink(_ step: ConfigValue, path: String) -> PipelinePlan.SinkStep? {
        guard let type = type(of: step, path: path, among: registry.sinks, kind: "sink") else { return nil }
        let (common, sink) = make(type, step, path: path, kind: "sink", hasOnError: true)
        return PipelinePlan.SinkStep(common: common, component: sink)
    }

    /// Returns the steps in a list, each with its path.
    mutating func steps(_ root: ConfigValue, _ key: String, isRequired: Bool) -> [(ConfigValue, String)] {
        guard let list = root.member(key) else {
            if isRequired {
                problems.append(
                    Diagnostic("\"\(key)\" is missing; it is a list of objects", at: root.range, path: place, help: "tabpipe list \(key)"))
            }
            return []
        }
        let key = inside(key)
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
        switch registry.type(of: step, path: path, among: known, kind: kind) {
        case .found(_, let type): return type
        case .unresolved: return nil
        case .fault(let problem, let hidesTexts):
            if hidesTexts { secrets.insert(sensitiveTextsOf: step) }
            problems.append(problem)
            return nil
        }
    }

    /// A reader of the options in an object of the file.
    ///
    /// - Parameter known: Keys of the object that other readers read.
    func optionReader(_ object: ConfigValue, path: String, known: [String] = []) -> OptionReader {
        var options = OptionReader(object: object, path: path, known: known, outputPaths: outputPaths, file: configFile)
        options.redirection = settings.redirection
        options.shard = settings.shard
        options.definitions = definitions
        options.use(registry)
        options.values = values
        return options
    }

    /// Creates a component from its step, and collects its problems.
    private mutating func make<Made: Component>(
        _ type: Made.Type, _ step: ConfigValue, path: String, kind: String, hasOnError: Bool, source: (any Source)? = nil
    ) -> (StepProperties, Made) {
        var common = OptionReader(object: step, path: path)
        let onError: OnError = hasOnError ? common.onError() : .fail
        let scope = type is any StreamStage.Type ? common.scope() : nil
        _ = common.stepDescription()
        var options = optionReader(step, path: path, known: ["type"] + common.declarations.map(\.name))
        options.source = source as? any URLOptionsProvider
        let made = Made(options: &options)
        options.checkSecondSources(of: made)
        let owner: OptionAdvice.Owner = kind == "source" ? .source(Made.name) : kind == "sink" ? .sink : .stage(Made.name)
        options.finish(owner: "the \(kind) \"\(Made.name)\"", kind: owner)
        problems += common.problems
        takeOver(options)
        noteOrigins([options.effective, common.effective], of: step, path: path, type: Made.name)
        let effective = StepProperties(
            type: Made.name, path: path, onError: onError, scope: scope, options: options.effective, shared: common.effective,
            watches: options.watches)
        return (effective, made)
    }
}
