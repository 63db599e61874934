internal import JSONParsing

// The text of a file, its parameters and value nodes, and what the readers of its parts find.
extension PipelineReader {
    /// Parses the file; nil after a problem was reported.
    ///
    /// - Parameter expected: What the file should hold.
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
        if settings.collectsOrigins { origins += reader.origins }
        return reader
    }

    /// Replaces the value nodes of the file.
    mutating func resolve(
        _ members: [JSONSyntax.Member], _ syntax: JSONSyntax, _ parameters: ParameterReader, unread: Set<String>
    ) -> (root: ConfigValue, nodes: ValueNodes) {
        var nodes = ValueNodes(
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

    /// Takes over what the reader of a step has found.
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
