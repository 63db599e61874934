internal import JSONParsing

// The way from the text of a pipeline file to a plan.
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
        for file in files where file.isSecret && !file.isPartlySecret { secrets.insert(path: file.path) }
        plan.secrets = secrets
        plan.learnedSecrets.insert(Array(filledSecrets))
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
        if let source, source.component.continuation.isIncremental {
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
