package import JSONParsing

// Stages from other files.
extension PipelineReader {
    /// The keys of a pipeline file that are ignored where another file uses it.
    private static let unusedKeys: Set<String> = {
        let header = OptionReader.headerDeclarations().map(\.name).filter { $0 != "definitions" }
        return Set(header + ["parameters", "source", "sinks", "tests"])
    }()

    /// Creates the stages of the file that a step names.
    ///
    /// - Parameters:
    ///   - step: A step with `use`.
    ///   - path: Its path, such as `stages[2]`.
    mutating func usedStages(_ step: ConfigValue, path: String, source: (any Source)?) -> [PipelinePlan.StageStep] {
        var options = optionReader(step, path: path)
        let use = StageUse(&options)
        options.finish(owner: "a step with \"use\"", kind: .use)
        takeOver(options)
        guard let use, let text = readUsed(use, path: "\(path).use") else { return [] }

        var inner = settings
        inner.lastStage = StagePath(path)?.indices.last.flatMap { settings.lastStage?.rest(behind: $0) }
        inner.parameters = use.given.reduce(into: [:]) { $0[$1.key] = $1.value.plainValue.string ?? $1.value.plainValue.compactText }
        var reader = PipelineReader(
            registry: registry, settings: inner, file: use.file, text: text, place: path, chain: chain, outputPaths: outputPaths)
        reader.uses = uses
        noteOrigins([["use": options.effective["use"] ?? .null]], of: step, path: path, type: nil)
        let given = use.given.map { member -> (String, ConfigValue) in
            var value = member.value
            if settings.collectsOrigins { value.trail.insert("with \(configFile.place(of: value.range))", at: 0) }
            return (member.key, value)
        }
        let index = uses.count
        reader.uses.append(PipelinePlan.UsedFile(path: path, file: use.file, options: [:]))
        let found = reader.stages(given: Dictionary(given) { first, _ in first }, source: source)
        takeOver(reader)
        uses[index] = PipelinePlan.UsedFile(path: path, file: use.file, options: shown(options.effective, use, found.parameters, reader))
        checkList(of: use, found.stages, path: path)
        check(use, found.parameters, names: reader.parameters, used: found.used, step: step, path: path)
        return found.stages
    }

    /// Reads the text of the file; nil after a problem was reported.
    private mutating func readUsed(_ use: StageUse, path: String) -> [UInt8]? {
        let identity = CanonicalPath(use.file)
        let files = (chain + [use.file]).map(\.printable).joined(separator: " → ")
        var fault: String?
        if identity != nil, chain.contains(where: { CanonicalPath($0) == identity }) {
            fault = "the file uses itself: \(files)"
        } else if chain.count >= StageUse.maxDepth {
            fault = "more than \(StageUse.maxDepth) files use each other: \(files)"
        } else if uses.count >= StageUse.maxCount {
            fault = "the pipeline uses more than \(StageUse.maxCount) files"
        }
        if fault == nil {
            do {
                let text = try InputFile.readAll(.file(MaskedText(use.file)), limit: InputFile.maxConfigBytes)
                return Array(text[try ByteOrderMark.lengthToSkip(in: text)...])
            } catch {
                fault = error.message
            }
        }
        problems.append(Diagnostic(fault ?? "", at: use.range, path: path))
        return nil
    }

    /// Creates the stages of this file, which a step of another one uses.
    private mutating func stages(
        given: [String: ConfigValue], source: (any Source)?
    ) -> (stages: [PipelinePlan.StageStep], parameters: ParameterReader, used: Set<String>) {
        guard let (all, syntax) = members(expected: "an object with stages") else {
            parameters = nil
            return ([], ParameterReader(settings: settings, file: configFile), [])
        }
        let members = settings.membersToRead(all)
        let read = readParameters(members, given: given)
        let (root, nodes) = resolve(members, syntax, read, unread: Self.unusedKeys)
        var options = optionReader(root, path: place, known: Self.unusedKeys + ["stages"])
        definitions = options.readDefinitions()
        options.finish(kind: .file)
        takeOver(options)
        noteOrigins([options.effective], of: root, path: place, type: nil)
        _ = steps(root, "stages", isRequired: root.member("stages") == nil)
        let stages = stages(root, source: source)
        return (stages, read, nodes.usedParameters.union(usedMissingValues))
    }

    /// Adds the problems, files, secrets and other findings of the reader of a used file.
    private mutating func takeOver(_ inner: PipelineReader) {
        let file = inner.configFile
        problems += inner.problems.map { $0.placed(in: file) }
        warnings += inner.warnings.map { $0.placed(in: file) }
        files += inner.files.map { $0.placed(in: file) }
        publicTexts.formUnion(inner.publicTexts)
        filledSecrets.formUnion(inner.filledSecrets)
        secrets.formUnion(inner.secrets)
        secretUses += inner.secretUses
        presets += inner.presets
        uses = inner.uses
        origins += inner.origins
    }

    /// Reports values for parameters that the file lacks, values of another kind, and parameters that have no value.
    private mutating func check(
        _ use: StageUse, _ parameters: ParameterReader, names: [String]?, used: Set<String>, step: ConfigValue, path: String
    ) {
        // The parameters could not be read.
        guard let names else { return }
        let file = use.file.printable
        for member in use.given {
            let place = "\(path).with.\(member.key)"
            if !names.contains(member.key) {
                let near = DidYouMean.hint(for: member.key, in: names)
                let message = "\(file) has no parameter \"\(member.key.printable)\"\(near)"
                let known = near.isEmpty && !names.isEmpty ? "its parameters: \(names.joined(separator: ", "))" : nil
                problems.append(Diagnostic(message, at: member.keyRange, path: place, help: known))
            } else if let fault = parameters.misfits[member.key] {
                problems.append(Diagnostic(fault, at: member.value.range, path: place))
            }
        }
        if settings.missingValues == .allow { return }
        for name in parameters.missing.keys.sorted() where used.contains(name) {
            let shown = name.printable
            problems.append(
                Diagnostic(
                    "the parameter \"\(shown)\" of \(file) has no value", at: step.range, path: path,
                    help: "give one with \"with\": { \"\(shown)\": … }"))
        }
    }

    /// Reports listed stages that differ from those of the file. Only a command that reads all steps and all values can compare the lists.
    private mutating func checkList(of use: StageUse, _ stages: [PipelinePlan.StageStep], path: String) {
        let hasValues = settings.missingValues == .fail || settings.missingValues == .warnOfVariables && warnings.isEmpty
        guard let listed = use.listed, hasValues, problems.isEmpty, settings.redirection == nil, settings.lastStage == nil else { return }
        let nodes = StageNode.list(stages, uses, at: "\(path).stages")
        if listed.plainValue == .array(nodes.map(\.json)) { return }
        problems.append(
            Diagnostic(
                "these are no longer the stages of \(use.file.printable)", at: listed.range, path: "\(path).stages",
                help: "the file alone decides: remove \"stages\" here, or print them again with tabpipe explain"))
    }

    /// The options of the step, with the values of all parameters. It leaves out defaults that would mean something else in this file:
    /// paths, if the used file is in another folder, and masked values.
    private func shown(_ options: JSONObject, _ use: StageUse, _ parameters: ParameterReader, _ reader: PipelineReader) -> JSONObject {
        let given = use.given.map(\.key)
        let isSameFolder = FilePath.split(use.file).folder == FilePath.split(file).folder
        let paths = isSameFolder ? [] : reader.files.compactMap { reader.withParameter($0).parameter }
        let values = parameters.effective.compactMap { parameter in
            let isHidden = parameters.values[parameter.key].map { $0.maskedValue != $0.plainValue } ?? false
            let isShown = given.contains(parameter.key) || !paths.contains(parameter.key) && !isHidden
            return isShown ? parameter.value.object?["default"].map { (parameter.key, $0) } : nil
        }
        var shown = JSONObject()
        shown["use"] = options["use"]
        if !values.isEmpty { shown["with"] = .object(JSONObject(values)) }
        shown["description"] = options["description"]
        return shown
    }
}

/// A step that stands for the stages of another file: `{ "use": "cleaning.json", "with": { "field": "body" } }`.
package struct StageUse {
    /// The path of the file, relative to the current directory.
    let file: String
    /// The place of the file's name in the using file.
    let range: Range<Int>
    /// The values for parameters of the file.
    let given: [ConfigValue.Member]
    /// The stages of the file as `explain` has printed them; nil if the step does not list them.
    let listed: ConfigValue?

    /// Limit of files of which each uses the next one, the pipeline file included.
    static let maxDepth = 16
    /// Limit of files that one pipeline uses, each counted as often as it is used.
    static let maxCount = 1_000

    /// Whether a step stands for the stages of another file.
    static func isUse(_ step: ConfigValue) -> Bool { step.member("use") != nil && step.member("type") == nil }

    /// Reads the options of such a step.
    ///
    /// - Returns: nil after a problem was reported.
    init?(_ options: inout OptionReader) {
        let file = options.usedFile()
        let given = options.givenValues()
        listed = options.listedStages()
        _ = options.stepDescription()
        guard let (file, range) = file, let given else { return nil }
        self.file = file
        self.range = range
        self.given = given
    }

    /// The declarations of the options, for the schema.
    package static let declarations: [OptionDeclaration] = {
        var options = OptionReader.describing
        _ = StageUse(&options)
        return options.declarations
    }()
}

extension OptionReader {
    /// Reads the path of the file; nil after a problem was reported.
    fileprivate mutating func usedFile() -> (path: String, range: Range<Int>)? {
        let help = "A file whose stages stand here. Its own source and sinks are not read."
        guard let value = declare("use", .path, isRequired: true, default: nil, help: help) else { return nil }
        if let secret = value.secretName {
            report("the file cannot come from \(secret.printable): messages quote its name", at: value.range, key: "use")
            return nil
        }
        guard case .string(let text) = value.content, case .file = Input(text) else {
            reportWrongKind(value, "use", expected: "the path of a file")
            return nil
        }
        return readPath(value, "use").map { ($0.value, value.range) }
    }

    /// Reads the stages that the step lists.
    fileprivate mutating func listedStages() -> ConfigValue? {
        declare(
            "stages", .json, isRequired: false, default: nil,
            help: "The stages of the file as `explain` prints them. A run checks that the file still has these.", isTemplate: false)
    }

    /// Reads the values for parameters of the file; nil after a problem was reported.
    fileprivate mutating func givenValues() -> [ConfigValue.Member]? {
        let help = "Values for the parameters of the file, as JSON."
        guard let value = declare("with", .json, isRequired: false, default: nil, help: help, isTemplate: false) else { return [] }
        guard case .object(let members) = value.content else {
            reportWrongKind(value, "with", expected: "an object with values of parameters")
            return nil
        }
        return members
    }
}

extension PipelinePlan {
    /// A file whose stages a step of the pipeline uses.
    package struct UsedFile: Sendable {
        /// The path of the step, such as `stages[2]`. The stages of the file have paths below it: `stages[2].stages[0]`.
        package let path: String
        /// The file, relative to the current directory.
        package let file: String
        /// The options of the step, with the values of all parameters of the file and with secrets masked.
        package let options: JSONObject
    }
}
