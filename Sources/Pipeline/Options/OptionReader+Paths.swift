internal import JSONParsing

// Files. A relative path in a pipeline file is relative to that file; what these methods return is relative to where the program runs.
extension OptionReader {
    /// The path of a file or folder that the component reads, which the file has to name.
    public mutating func path(_ name: String, help: String) -> MaskedText { required(name, .path, help) }

    /// The path of a file or folder that the component reads, with a default, which is relative to the pipeline file.
    public mutating func path(_ name: String, default fallback: String, help: String) -> MaskedText {
        value(name, .path, default: MaskedText(resolved(fallback)), shown: .string(fallback), help)
    }

    /// The path of a file or folder that the component reads, if the file names one.
    public mutating func optionalPath(_ name: String, help: String) -> MaskedText? { optional(name, .path, help) }

    /// What the component reads, which the file has to name: a path, `-` for standard input, or an http(s) URL.
    public mutating func input(_ name: String, help: String) -> Input { required(name, .input, help) }

    /// What the component reads, with a default: a path relative to the pipeline file, `-` for standard input, or an http(s) URL.
    public mutating func input(_ name: String, default fallback: String, help: String) -> Input {
        value(name, .input, default: resolvedInput(MaskedText(fallback), in: nil), shown: .string(fallback), help)
    }

    /// What the component reads, if the file names it: a path, `-` for standard input, or an http(s) URL.
    public mutating func optionalInput(_ name: String, help: String) -> Input? { optional(name, .input, help) }

    /// What the component writes, which the file has to name: a path, or `-` for standard output.
    ///
    /// No other output, and nothing that the pipeline reads, may have the same path.
    public mutating func output(_ name: String, help: String) -> Output { required(name, .output(isFile: false), help) }

    /// What the component writes, with a default: a path relative to the pipeline file, or `-` for standard output.
    public mutating func output(_ name: String, default fallback: String, help: String) -> Output {
        let path = fallback == Output.standardOutputName ? fallback : resolved(fallback)
        return value(name, .output(isFile: false), default: Output(path), shown: .string(fallback), help)
    }

    /// What the component writes, if the file names it: a path, or `-` for standard output.
    public mutating func optionalOutput(_ name: String, help: String) -> Output? { optional(name, .output(isFile: false), help) }

    /// The path of a file that the component writes, if the file names one; standard output is none.
    public mutating func optionalOutputFile(_ name: String, help: String) -> Output? { optional(name, .output(isFile: true), help) }

    /// The path of a file for each record, in which `{{ … }}` holds a jq program. The file has to name it.
    ///
    /// What stands before the first program is the folder that no record's file can leave.
    public mutating func pathTemplate(_ name: String, help: String) -> PathTemplate { required(name, .pathTemplate, help) }

    /// Notes a file that the component writes beside the one that an option names, so that nothing else is written there.
    ///
    /// - Parameters:
    ///   - path: Its path from where the program runs.
    ///   - option: The option that makes the component write it.
    public mutating func alsoWrites(_ path: String, option: String) {
        guard let value = value(of: option) else { return }
        note(.output, path, option, value)
    }
}

extension OptionReader {
    /// The path of what is read; nil after it has reported a problem.
    mutating func readPath(_ value: ConfigValue, _ key: String) -> MaskedText? {
        guard let text = checked(value, key, .path, \.readFault) else { return nil }
        let path = value.resolve(text)
        note(.input, path, key, value)
        return value.masked(path)
    }

    /// What is read; nil after it has reported a problem.
    mutating func readInput(_ value: ConfigValue, _ key: String) -> Input? {
        guard let text = checked(value, key, .input, \.inputFault) else { return nil }
        let input = resolvedInput(value.masked(text), in: value)
        note(.input, input.name, key, value)
        return input
    }

    /// What is written; nil after it has reported a problem.
    ///
    /// - Parameter isFile: Whether standard output is none.
    mutating func writtenOutput(_ value: ConfigValue, _ key: String, isFile: Bool) -> Output? {
        guard let text = checked(value, key, .path, \.outputFault) else { return nil }
        guard !text.contains("{{") else {
            report("a path with {{ … }} is only for sinks that write a file for each record, such as markdown", at: value.range, key: key)
            return nil
        }
        let isStandardOutput = text == Output.standardOutputName
        if isStandardOutput, isFile {
            report("expected the path of a file, found \(value.phrase)", at: value.range, key: key)
            return nil
        }
        let path = isStandardOutput ? text : value.resolve(text)
        note(.output, path, key, value)
        return Output(value.masked(path))
    }

    /// The path of a file for each record; nil after it has reported a problem.
    mutating func writtenTemplate(_ value: ConfigValue, _ key: String) -> PathTemplate? {
        guard let text = checked(value, key, .template, \.outputFault), let template = compiledTemplate(value, key) else { return nil }
        if text == Output.standardOutputName {
            report(
                "expected the path of a file for each record, found \(value.phrase), which is standard output", at: value.range, key: key)
            return nil
        }
        let path = PathTemplate(template, like: value.masked(text), outputPaths: outputPaths, place: place(of: key), resolve: value.resolve)
        if !text.isEmpty { note(.output, path.joined, key, value, isTemplate: true) }
        return path
    }

    /// An input whose path is one from where the program runs.
    private func resolvedInput(_ text: MaskedText, in value: ConfigValue?) -> Input {
        guard case .file(let path) = Input(text) else { return Input(text) }
        return .file(path.with(value?.resolve(path.value) ?? resolved(path.value)))
    }

    /// A text without the fault that a key path names; nil after it has reported one.
    private mutating func checked(
        _ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind, _ fault: KeyPath<String, String?>
    ) -> String? {
        guard let text = text(value, key, kind) else { return nil }
        guard let fault = text[keyPath: fault] else { return text }
        // Some faults quote the beginning of a path; of a secret path, only the others are reported.
        let reason = !value.isSecret || text.isEmpty || CompressedFormat(ofName: text) != nil ? fault : "it is none"
        report("expected \(kind.expectation), found \(value.phrase): \(reason)", at: value.range, key: key)
        return nil
    }
}
