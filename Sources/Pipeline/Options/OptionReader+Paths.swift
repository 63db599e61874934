internal import JSONParsing

// Files. A relative path in a pipeline file is relative to that file. These methods return paths relative to the current directory.
extension OptionReader {
    /// Reads the path of a file or folder that the component reads. The option is required.
    public mutating func path(_ name: String, help: String) -> MaskedText { required(name, .path, help) }

    /// Reads the path of a file or folder that the component reads. A relative default is relative to the pipeline file.
    public mutating func path(_ name: String, default fallback: String, help: String) -> MaskedText {
        noteDefault(.input, resolved(fallback), name)
        return value(name, .path, default: MaskedText(resolved(fallback)), shown: .string(fallback), help)
    }

    /// Reads the path of a file or folder that the component reads; nil if the option is missing or null.
    public mutating func optionalPath(_ name: String, help: String) -> MaskedText? { optional(name, .path, help) }

    /// Reads the input of the component: a path, `-` for standard input, or an http(s) URL. The option is required.
    public mutating func input(_ name: String, help: String) -> Input { required(name, .input, help) }

    /// Reads the input of the component: a path, `-` for standard input, or an http(s) URL. A default is relative to the file.
    public mutating func input(_ name: String, default fallback: String, help: String) -> Input {
        let input = resolvedInput(MaskedText(fallback), in: nil)
        noteDefault(.input, input.name, name)
        return value(name, .input, default: input, shown: .string(fallback), help)
    }

    /// Reads the input of the component: a path, `-` for standard input, or an http(s) URL; nil if the option is missing or null.
    public mutating func optionalInput(_ name: String, help: String) -> Input? { optional(name, .input, help) }

    /// Reads the inputs of the component: one as in ``input(_:help:)``, or a list of at least one. The option is required.
    public mutating func inputs(_ name: String, help: String) -> [Input] { required(name, .inputs, help) }

    /// Reads the inputs of the component: one as in ``input(_:help:)``, or a list of at least one; nil if the option is missing or null.
    public mutating func optionalInputs(_ name: String, help: String) -> [Input]? { optional(name, .inputs, help) }

    /// Reads an http(s) URL. The option is required.
    ///
    /// The first input that a source reads is the one that messages about a missing input name. So a source reads its own URL first.
    public mutating func address(_ name: String, help: String) -> MaskedText { required(name, .address, help) }

    /// Reads an http(s) URL, with a default.
    public mutating func address(_ name: String, default fallback: String, help: String) -> MaskedText {
        noteDefault(.input, fallback, name)
        return value(name, .address, default: MaskedText(fallback), shown: .string(fallback), help)
    }

    /// Reads an http(s) URL; nil if the option is missing or null.
    public mutating func optionalAddress(_ name: String, help: String) -> MaskedText? { optional(name, .address, help) }

    /// Reads the output of the component: a path, or `-` for standard output. The option is required.
    ///
    /// The pipeline reader reports an output with the same path as another output or an input of the pipeline.
    public mutating func output(_ name: String, help: String) -> Output { required(name, .output(isFile: false), help) }

    /// Reads the output of the component: a path, or `-` for standard output. A relative default is relative to the pipeline file.
    public mutating func output(_ name: String, default fallback: String, help: String) -> Output {
        let isRedirected = redirection != nil
        let path = fallback == Output.standardOutputName && !isRedirected ? fallback : resolvedOutput(fallback)
        noteDefault(.output, path, name)
        return value(name, .output(isFile: false), default: Output(path), shown: .string(fallback), help)
    }

    /// Reads the output of the component: a path, or `-` for standard output; nil if the option is missing or null.
    public mutating func optionalOutput(_ name: String, help: String) -> Output? { optional(name, .output(isFile: false), help) }

    /// Reads the path of a file that the component writes, not standard output; nil if the option is missing or null.
    public mutating func optionalOutputFile(_ name: String, help: String) -> Output? { optional(name, .output(isFile: true), help) }

    /// Reads the template of a path, with jq programs in `{{ … }}`, for sinks that write a file for each record. The option is required.
    ///
    /// The part before the first program names a folder. No record's file can be outside of it.
    public mutating func pathTemplate(_ name: String, help: String) -> PathTemplate { required(name, .pathTemplate, help) }

    /// Reads the path of a folder whose files the component writes, for a stage with ``StageFiles``. The option is required.
    ///
    /// No other step of the pipeline, and no other run at the same time, can write the folder.
    public mutating func outputFolder(_ name: String, help: String) -> MaskedText { required(name, .outputFolder, help) }

    /// Reads the path of a folder whose files the component writes, for a stage with ``StageFiles``. With programs in `{{ … }}`, each record
    /// has its folder below the part before the first program. The option is required.
    ///
    /// - Returns: The folder; its relative template is empty where all records share it.
    public mutating func outputFolders(_ name: String, help: String) -> PathTemplate { required(name, .outputFolders, help) }

    /// Declares a file that the component writes in addition to the one that an option names, so that no other output uses its path.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the current directory or absolute.
    ///   - option: The option that causes the component to write the file.
    public mutating func alsoWrites(_ path: String, option: String) {
        guard let value = value(of: option) else { return }
        note(.output, path, option, value)
    }
}

extension OptionReader {
    /// Checks the path of an input; nil after it has reported a problem.
    mutating func readPath(_ value: ConfigValue, _ key: String) -> MaskedText? {
        guard let text = checked(value, key, .path, \.readFault) else { return nil }
        let path = value.resolve(text)
        note(.input, path, key, value)
        return value.masked(path)
    }

    /// Checks an input; nil after it has reported a problem.
    mutating func readInput(_ value: ConfigValue, _ key: String) -> Input? {
        guard let text = checked(value, key, .input, \.inputFault) else { return nil }
        let input = resolvedInput(value.masked(text), in: value)
        note(.input, input.name, key, value)
        return input
    }

    /// Checks one input or a list of inputs; nil after it has reported a problem.
    mutating func readInputs(_ value: ConfigValue, _ key: String) -> [Input]? {
        switch value.content {
        case .string: return readInput(value, key).map { [$0] }
        case .array(let elements):
            if elements.isEmpty { report("expected at least one input", at: value.range, key: key) }
            return elements.enumerated().compactMap { readInput($1, "\(key)[\($0)]") }
        default:
            reportWrongKind(value, key, expected: OptionDeclaration.Kind.inputs.expectation)
            return nil
        }
    }

    /// Checks a URL; nil after it has reported a problem.
    mutating func readAddress(_ value: ConfigValue, _ key: String) -> MaskedText? {
        guard let text = checked(value, key, .address, \.addressFault) else { return nil }
        note(.input, text, key, value)
        return value.masked(text)
    }

    /// Checks an output; nil after it has reported a problem.
    ///
    /// - Parameters:
    ///   - isFile: Whether the output must be a file, not standard output.
    ///   - purpose: The use of the file: an output or a store.
    mutating func writtenOutput(
        _ value: ConfigValue, _ key: String, isFile: Bool, as purpose: FileUse.Purpose = .output
    ) -> Output? {
        let value = shard.naming(value)
        guard let text = checked(value, key, .path, \.outputFault) else { return nil }
        guard value.isFilled || !text.contains("{{") else {
            report("a path with {{ … }} is only for sinks that write a file for each record, such as markdown", at: value.range, key: key)
            return nil
        }
        let isStandardOutput = text == Output.standardOutputName
        if isStandardOutput, isFile {
            report("expected the path of a file, found \(value.phrase)", at: value.range, key: key)
            return nil
        }
        let path = isStandardOutput && redirection == nil ? text : resolvedOutput(text, in: value)
        note(purpose, path, key, value)
        return Output(value.masked(path))
    }

    /// Checks the template of a path; nil after it has reported a problem.
    mutating func writtenTemplate(_ value: ConfigValue, _ key: String) -> PathTemplate? {
        let value = shard.naming(value)
        guard let text = checked(value, key, .template, \.templateFault), let template = compiledTemplate(value, key) else { return nil }
        if text == Output.standardOutputName {
            report(
                "expected the path of a file for each record, found \(value.phrase), which is standard output", at: value.range, key: key)
            return nil
        }
        let path = PathTemplate(
            template, like: value.masked(text), outputPaths: outputPaths, place: place(of: key), resolve: { resolvedOutput($0, in: value) })
        if !text.isEmpty { note(.output, path.joined, key, value, isTemplate: true) }
        if !text.isEmpty, template.isFixed {
            warn("the path has no {{ … }}, so that all records get the same path", at: value.range, key: key)
        }
        return path
    }

    /// Checks the path of a folder of outputs; nil after it has reported a problem.
    mutating func writtenFolder(_ value: ConfigValue, _ key: String) -> MaskedText? {
        guard let path = folder(value, key, isWritten: true) else { return nil }
        // The template of a path inside the folder locks the folder as a whole.
        note(.output, "\(path.value)/{{…}}", key, value, isTemplate: true)
        return path
    }

    /// Checks the path of a folder of outputs, or the template of one; nil after it has reported a problem.
    mutating func writtenFolders(_ value: ConfigValue, _ key: String) -> PathTemplate? {
        guard let text = text(value, key, .template) else { return nil }
        var value = value
        if text.contains("{{"), !value.isSecret {
            guard let template = compiledTemplate(value, key) else { return nil }
            if template.queries.contains(where: { $0.readFields?.isEmpty != true }) { return writtenTemplate(value, key) }
            // Parameters alone give one folder.
            value = filled(value, key, .path)
        }
        return writtenFolder(value, key).map { PathTemplate(directory: $0, relative: .empty) }
    }

    /// Checks the path of a folder; nil after it has reported a problem.
    ///
    /// - Parameter isWritten: Whether the component writes to the folder.
    mutating func folder(_ value: ConfigValue, _ key: String, isWritten: Bool) -> MaskedText? {
        let value = shard.naming(value)
        guard let text = text(value, key, .path) else { return nil }
        var fault = text.pathFault
        if fault == nil, !value.isFilled, text.contains("{{") { fault = "all records share the folder" }
        if fault == nil {
            switch Input(text) {
            case .file: break
            default: fault = "it is no folder"
            }
        }
        if let fault {
            report("expected the path of a folder, found \(value.phrase): \(fault)", at: value.range, key: key)
            return nil
        }
        return value.masked(isWritten ? resolvedOutput(text, in: value) : value.resolve(text))
    }

    /// Interprets a text, and makes a path in the pipeline file relative to the current directory.
    private func resolvedInput(_ text: MaskedText, in value: ConfigValue?) -> Input {
        guard case .file(let path) = Input(text) else { return Input(text) }
        return .file(path.with(value?.resolve(path.value) ?? resolved(path.value)))
    }

    /// Checks a text with one of the properties in `PathText.swift`; nil after it has reported one.
    private mutating func checked(
        _ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind, _ fault: KeyPath<String, String?>
    ) -> String? {
        guard let text = text(value, key, kind) else { return nil }
        guard let fault = text[keyPath: fault] else { return text }
        // Some faults quote the start of the path. For a secret path, the message omits them.
        let reason = !value.isSecret || text.isEmpty || CompressedFormat(ofName: text) != nil ? fault : "it is none"
        report("expected \(kind.expectation), found \(value.phrase): \(reason)", at: value.range, key: key)
        return nil
    }
}
