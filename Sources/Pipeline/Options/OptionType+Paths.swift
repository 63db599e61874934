internal import JSONParsing

// Files. A relative path in a pipeline file is relative to that file. The results are relative to the current directory.
extension OptionType where Value == MaskedText {
    /// The path of a file or folder that the component reads.
    public static var path: Self {
        var type = text(.path) { $0.readPath($1, $2) }
        type.adopted = { reader, path, name in
            let path = path.with(reader.resolved(path.value))
            reader.noteDefault(.input, path.value, name)
            return path
        }
        return type
    }

    /// An http(s) URL.
    ///
    /// Messages about a missing input name the first input among the options of the source. So a source reads its own URL first.
    public static var address: Self {
        var type = text(.address) { $0.readAddress($1, $2) }
        type.adopted = { reader, address, name in
            reader.noteDefault(.input, address.value, name)
            return address
        }
        return type
    }

    /// The path of a folder whose files the component writes, for a stage with ``StageFiles``.
    ///
    /// No other step of the pipeline, and no other run at the same time, can write the folder.
    public static var outputFolder: Self { text(.path) { $0.writtenFolder($1, $2) } }

    /// The path of a file that the component itself reads and replaces during a run, such as a store of tokens.
    ///
    /// Steps of one pipeline, and runs at the same time, may share the file. So the component locks it where it needs to. The pipeline
    /// reader reports a store that is an input, an output or the pipeline file, too.
    public static var store: Self { text(.path) { $0.readStore($1, $2) } }

    /// The path of a folder whose files the component itself reads and replaces during a run, such as a cache.
    ///
    /// Steps of one pipeline, and runs at the same time, may share the folder. No record can have a path inside it.
    ///
    /// - Parameter isReadOnly: Whether the component writes nothing to the folder.
    public static func storeFolder(isReadOnly: Bool = false) -> Self {
        text(.path) { $0.readStoreFolder($1, $2, isReadOnly: isReadOnly) }
    }

    private static func text(
        _ kind: OptionDeclaration.Kind, read: @escaping (inout OptionReader, ConfigValue, String) -> MaskedText?
    ) -> Self {
        Self(kind: kind, placeholder: MaskedText(""), written: { .string($0.value) }, read: read)
    }
}

extension OptionType where Value == Input {
    /// The input of the component: a path, `-` for standard input, or an http(s) URL. Where a component has several, it reads a list of
    /// this type.
    public static var input: Self { input(\.inputFault) }

    /// As ``input``, for a component that reads the mailboxes of ZIP archives, too.
    ///
    /// Package access: a plug-in reads the formats of ``input``.
    package static var mailboxes: Self { input(\.mailboxFault) }

    private static func input(_ fault: any KeyPath<String, String?> & Sendable) -> Self {
        var type = Self(
            kind: .input, placeholder: .file(MaskedText("")), written: { .string($0.name) }, read: { $0.readInput($1, $2, fault) })
        type.adopted = { reader, input, name in
            let input = reader.resolvedInput(MaskedText(input.name), in: nil)
            reader.noteDefault(.input, input.name, name)
            return input
        }
        return type
    }
}

extension OptionType where Value == Output {
    /// The output of the component: a path, or `-` for standard output.
    ///
    /// The pipeline reader reports an output with the same path as another output or an input of the pipeline.
    public static var output: Self {
        var type = output(isFile: false)
        type.written = { .string($0.path ?? Output.standardOutputName) }
        type.adopted = { reader, output, name in
            let text = output.path ?? Output.standardOutputName
            let path = output == .standardOutput && reader.redirection == nil ? text : reader.resolvedOutput(text)
            reader.noteDefault(.output, path, name)
            return Output(path)
        }
        return type
    }

    /// The path of a file that the component writes, not standard output.
    public static var outputFile: Self { output(isFile: true) }

    private static func output(isFile: Bool) -> Self {
        Self(kind: .path, placeholder: .file(MaskedText(""))) { $0.writtenOutput($1, $2, isFile: isFile) }
    }
}

extension OptionType where Value == RecordTarget {
    /// The output of a sink of records: as ``output``, or the template of a path, which gives each of its values a file of its own.
    ///
    /// A template reads a record. A path with parameters alone, such as `out/{{$day}}.jsonl`, is the same for all records.
    static var recordTarget: Self {
        Self(kind: .recordPath, placeholder: .one(.file(MaskedText("")))) { reader, value, key, shown in
            reader.writtenRecords(value, key, &shown)
        }
    }
}

extension OptionType where Value == PathTemplate {
    /// The template of a path, with jq programs in `{{ … }}`, for sinks that write a file for each record.
    ///
    /// The part before the first program names a folder. No record's file can be outside of it.
    public static var pathTemplate: Self { template { $0.writtenTemplate($1, $2) } }

    /// The path of a folder whose files the component writes, for a stage with ``StageFiles``. With programs in `{{ … }}`, each record has
    /// its folder below the part before the first program. The relative template is empty where all records share the folder.
    public static var outputFolders: Self { template { $0.writtenFolders($1, $2) } }

    private static func template(_ read: @escaping (inout OptionReader, ConfigValue, String) -> PathTemplate?) -> Self {
        Self(kind: .template, placeholder: PathTemplate(directory: MaskedText(""), relative: .empty), read: read)
    }
}

extension OptionReader {
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
    fileprivate mutating func readInput(_ value: ConfigValue, _ key: String, _ fault: KeyPath<String, String?>) -> Input? {
        guard let text = checked(value, key, .input, fault) else { return nil }
        let input = resolvedInput(value.masked(text), in: value)
        note(.input, input.name, key, value)
        return input
    }

    /// Checks a URL; nil after it has reported a problem.
    fileprivate mutating func readAddress(_ value: ConfigValue, _ key: String) -> MaskedText? {
        guard let text = checked(value, key, .address, \.addressFault) else { return nil }
        note(.input, text, key, value)
        return value.masked(text)
    }

    /// Checks an output; nil after it has reported a problem.
    ///
    /// - Parameters:
    ///   - isFile: Whether the output must be a file, not standard output.
    ///   - purpose: The use of the file: an output or a store.
    fileprivate mutating func writtenOutput(
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

    /// Checks the output of a sink of records; nil after it has reported a problem.
    fileprivate mutating func writtenRecords(_ value: ConfigValue, _ key: String, _ shown: inout JSONValue) -> RecordTarget? {
        guard let text = text(value, key, .recordPath) else { return nil }
        var value = value
        if text.contains("{{"), !value.isSecret {
            guard let template = compiledTemplate(shard.naming(value), key, fills: true) else { return nil }
            if template.queries.contains(where: { $0.readFields?.isEmpty != true }) {
                return writtenTemplate(value, key, .recordPath, \.outputFault).map { .partitions($0) }
            }
            // Without fields of records, the path is the same for all records, so it is filled in now.
            value = filled(value, key, .path)
            shown = value.maskedValue
        }
        return writtenOutput(value, key, isFile: false).map { .one($0) }
    }

    /// Checks the template of a path; nil after it has reported a problem.
    ///
    /// - Parameters:
    ///   - kind: The accepted values, for messages.
    ///   - fault: The fault of the whole text.
    fileprivate mutating func writtenTemplate(
        _ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind = .template,
        _ fault: KeyPath<String, String?> = \.templateFault
    ) -> PathTemplate? {
        let value = shard.naming(value)
        guard let text = checked(value, key, kind, fault), let template = compiledTemplate(value, key) else { return nil }
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
    fileprivate mutating func writtenFolder(_ value: ConfigValue, _ key: String) -> MaskedText? {
        guard let path = folder(value, key, isWritten: true) else { return nil }
        // The template of a path inside the folder locks the folder as a whole.
        note(.output, "\(path.value)/{{…}}", key, value, isTemplate: true)
        return path
    }

    /// Checks the path of a folder of outputs, or the template of one; nil after it has reported a problem.
    fileprivate mutating func writtenFolders(_ value: ConfigValue, _ key: String) -> PathTemplate? {
        guard let text = text(value, key, .template) else { return nil }
        var value = value
        if text.contains("{{"), !value.isSecret {
            guard let template = compiledTemplate(value, key) else { return nil }
            if template.queries.contains(where: { $0.readFields?.isEmpty != true }) { return writtenTemplate(value, key) }
            // Without fields of records, the path is the same for all records, so it is filled in now.
            value = filled(value, key, .path)
        }
        return writtenFolder(value, key).map { PathTemplate(directory: $0, relative: .empty) }
    }

    /// Checks the path of a folder; nil after it has reported a problem.
    ///
    /// - Parameter isWritten: Whether the component writes to the folder.
    private mutating func folder(_ value: ConfigValue, _ key: String, isWritten: Bool) -> MaskedText? {
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
    fileprivate func resolvedInput(_ text: MaskedText, in value: ConfigValue?) -> Input {
        guard case .file(let path) = Input(text) else { return Input(text) }
        return .file(path.with(value?.resolve(path.value) ?? resolved(path.value)))
    }

    /// Checks a text with one of the properties in `PathText.swift`; nil after it has reported a fault.
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

    /// Checks the path of a store; nil after it has reported a problem.
    fileprivate mutating func readStore(_ value: ConfigValue, _ key: String) -> MaskedText? {
        switch writtenOutput(value, key, isFile: true, as: .store) {
        case nil, .standardOutput: return nil
        case .file(let path): return path
        case .device:
            report("expected the path of a file, found \(value.phrase), which is a device or a pipe", at: value.range, key: key)
            return nil
        }
    }

    /// Checks the path of a folder with stores; nil after it has reported a problem.
    fileprivate mutating func readStoreFolder(_ value: ConfigValue, _ key: String, isReadOnly: Bool) -> MaskedText? {
        guard let path = folder(value, key, isWritten: !isReadOnly) else { return nil }
        note(.storeFolder(isReadOnly: isReadOnly), path.value, key, value)
        return path
    }
}
