extension OptionReader {
    /// The path of a file or folder that is read, made relative to where the program runs if the file gives it relative to
    /// itself. For what is written there is ``output(_:help:)``.
    public mutating func path(_ name: String, help: String) -> String { maskedPath(name, help: help).value }

    /// A path as ``path(_:help:)``, and what stands for it in messages.
    public mutating func maskedPath(_ name: String, help: String) -> MaskedText {
        let value = declare(name, .path, isRequired: true, default: nil, help: help)
        guard let value, let text = checked(value, name, .path, \.readFault) else { return MaskedText("") }
        let path = value.resolve(text)
        note(.input, path, name, value)
        return value.masked(path)
    }

    /// The path of a file that is written, as ``path(_:help:)``, or `-` for standard output.
    ///
    /// No other output, and nothing that the pipeline reads, may have the same path.
    public mutating func output(_ name: String, help: String) -> String { maskedOutput(name, help: help).value }

    /// A path as ``output(_:help:)``, and what stands for it in messages.
    public mutating func maskedOutput(_ name: String, help: String) -> MaskedText {
        let value = declare(name, .path, isRequired: true, default: nil, help: help)
        guard let value, let text = outputText(value, name) else { return MaskedText("") }
        let path = text == "-" ? text : value.resolve(text)
        note(.output, path, name, value)
        return value.masked(path)
    }

    /// A path as ``output(_:help:)`` that may be missing and is not standard output.
    mutating func optionalOutput(_ name: String, help: String) -> String? {
        let value = declare(name, .path, isRequired: false, default: nil, help: help)
        guard let value, let text = outputText(value, name) else { return nil }
        if text == "-" {
            report("expected the path of a file, found \(value.phrase)", at: value.range, key: name)
            return nil
        }
        let path = value.resolve(text)
        note(.output, path, name, value)
        return path
    }

    /// A path as ``path(_:help:)``, or `-` for standard input, or an http(s) URL.
    public mutating func input(_ name: String, help: String) -> Input {
        let value = declare(name, .input, isRequired: true, default: nil, help: help)
        guard let value, let text = checked(value, name, .input, \.inputFault) else { return Input("") }
        let input = Input(value.masked(text == "-" || text.isWebAddress ? text : value.resolve(text)))
        note(.input, input.name, name, value)
        return input
    }

    /// A path in which `{{ … }}` holds a jq program. What stands before the first of them is made relative to where the
    /// program runs, as ``path(_:help:)`` does.
    public mutating func pathTemplate(_ name: String, help: String) -> PathTemplate {
        let value = declare(name, .template, isRequired: true, default: nil, help: help)
        guard let value, let text = checked(value, name, .template, \.outputFault), let template = template(value, name) else {
            return PathTemplate(directory: MaskedText(""), relative: .empty)
        }
        if text == "-" {
            report(
                "expected the path of a file for each record, found \(value.phrase), which is standard output", at: value.range, key: name)
            return PathTemplate(directory: MaskedText(""), relative: .empty)
        }
        let path = PathTemplate(
            template, like: value.masked(text), outputPaths: outputPaths, place: place(of: name), resolve: value.resolve)
        if !text.isEmpty { note(.output, path.joined, name, value, isTemplate: true) }
        return path
    }

    /// Notes a file that is written beside the one that an option names, so that nothing else is written there.
    ///
    /// - Parameters:
    ///   - path: Its path from where the program runs.
    ///   - option: The option that makes it be written.
    public mutating func alsoWrites(_ path: String, option: String) {
        guard let value = value(of: option) else { return }
        note(.output, path, option, value)
    }

    private mutating func outputText(_ value: ConfigValue, _ name: String) -> String? {
        guard let text = checked(value, name, .path, \.outputFault) else { return nil }
        guard !text.contains("{{") else {
            report(
                "a path with {{ … }} is only for sinks that write a file for each record, such as markdown", at: value.range, key: name)
            return nil
        }
        return text
    }

    /// A text that is what it should be; what is not has been reported.
    private mutating func checked(
        _ value: ConfigValue, _ name: String, _ kind: OptionDeclaration.Kind, _ fault: KeyPath<String, String?>
    ) -> String? {
        guard let text = text(value, name, kind) else { return nil }
        guard let fault = text[keyPath: fault] else { return text }
        // What is wrong with a path may quote its beginning; of a secret one only what quotes nothing is said.
        let reason = !value.isSecret || text.isEmpty || CompressedFormat(ofName: text) != nil ? fault : "it is none"
        report("expected \(kind.expectation), found \(value.phrase): \(reason)", at: value.range, key: name)
        return nil
    }
}

extension String {
    /// What is wrong with a text where the path of a file is wanted; nil if it is one.
    fileprivate var outputFault: String? {
        if hasSuffix("/") { return "this is the path of a folder" }
        return pathFault ?? FilePath.ownNameFault(self) ?? CompressedFormat(ofName: self)?.outputFault
    }

    /// What is wrong with a text where the path of what is read is wanted; nil if it is one.
    fileprivate var readFault: String? { pathFault ?? compressionFault }
}
