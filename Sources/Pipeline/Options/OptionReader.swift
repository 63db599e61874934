package import JSONParsing

/// Reads the options of one component and notes what they are.
///
/// Naming an option is declaring it: key, type, default, range and help are given once, and checking, `describe`,
/// `explain` and the JSON Schema come from that. The reader never throws. It collects every problem with its place and
/// gives a value to go on with; a component whose reader has problems is never run.
public struct OptionReader {
    /// The options that were asked for so far, in that order.
    public private(set) var declarations: [OptionDeclaration] = []
    /// What is wrong with the options.
    package private(set) var problems: [Diagnostic] = []
    /// The values in effect, defaults included; secrets masked.
    package private(set) var effective = JSONObject()
    /// The files that the options name.
    package private(set) var files: [FileUse] = []
    /// What notices that no record has a field that an option asks for.
    package private(set) var watches: [FieldWatch] = []

    /// What is odd about the options, and yet not wrong.
    private(set) var warnings: [Diagnostic] = []
    /// Programs from other files, which are no secrets.
    var publicTexts: Set<String> = []

    /// The object with the options; nil while a component is only described.
    private let object: ConfigValue?
    /// Where the object stands in the file, such as `stages[2]`.
    private let path: String
    /// The files of the run that the options are for.
    let outputPaths: OutputPaths
    /// The pipeline file; nil where none is read.
    let file: ConfigFile?
    private var seen: Set<String> = []

    /// Reads options from an object in a pipeline file.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - path: Its place in the file, such as `stages[2]`.
    ///   - known: Keys that others read.
    ///   - outputPaths: The files of the run that the options are for.
    ///   - file: The pipeline file.
    package init(
        object: ConfigValue, path: String, known: [String] = [], outputPaths: OutputPaths = OutputPaths(), file: ConfigFile? = nil
    ) {
        self.object = object
        self.path = path
        self.outputPaths = outputPaths
        self.file = file
        seen = Set(known)
    }

    /// A reader that only notes what is asked for; every answer is the default or some value of the right type.
    package static var describing: OptionReader { OptionReader() }

    /// Reads options from JSON, as a step of a pipeline file holds them: to make a component in code, or to test it.
    ///
    ///     var options = try OptionReader(json: #"{"field": "title", "length": 20}"#)
    ///     let stage = Shorten(options: &options)
    ///     try options.check()
    ///
    /// Relative paths are relative to where the program runs.
    ///
    /// - Throws: ``PipelineFileError`` if the text is not a JSON object.
    public init(json: String) throws(PipelineFileError) {
        let text = Array(json.utf8)
        let syntax: JSONSyntax
        do throws(JSONError) {
            syntax = try JSONSyntax(parsing: text)
        } catch {
            throw PipelineFileError(file: Self.codeName, text: text, list: [JSONSyntaxHint.diagnostic(for: error, in: text)])
        }
        var nodes = ValueNodes(parameters: [:], environment: [:], directory: "", text: text)
        let object = nodes.resolve(syntax, path: "")
        self.init(object: object, path: "", file: ConfigFile(name: Self.codeName, text: text))
        problems = nodes.problems
        if case .object = object.content { return }
        if problems.isEmpty { reportWrongKind(object, nil, expected: "an object with options") }
        throw PipelineFileError(file: Self.codeName, text: text, list: problems)
    }

    /// The name of options in code, for messages.
    private static let codeName = "options"

    /// Ensures that the options have no problem: none that the component has found, and no option that it has not asked for.
    ///
    /// - Throws: ``PipelineFileError`` with every problem.
    public mutating func check() throws(PipelineFileError) {
        finish()
        if !problems.isEmpty { throw PipelineFileError(file: file?.name ?? Self.codeName, text: file?.text ?? [], list: problems) }
    }

    private init() {
        object = nil
        path = ""
        outputPaths = OutputPaths()
        file = nil
    }

    /// Notes an option and finds its value.
    ///
    /// - Returns: The value; nil if it is not in the file.
    mutating func declare(
        _ name: String, _ kind: OptionDeclaration.Kind, isRequired: Bool, default defaultValue: JSONValue?, help: String
    ) -> ConfigValue? {
        declarations.append(
            OptionDeclaration(name: name, kind: kind, isRequired: isRequired, defaultValue: defaultValue, help: help))
        seen.insert(name)
        guard let object else { return nil }
        guard let value = object.member(name) else {
            if isRequired { report("\(name) is missing; it is \(kind.expectation)", at: object.range, key: nil) }
            if let defaultValue { effective[name] = defaultValue }
            return nil
        }
        effective[name] = value.maskedValue
        return value
    }

    /// Notes that a value has not the kind that was wanted.
    mutating func reportWrongKind(_ value: ConfigValue, _ key: String?, expected: String) {
        if case .unresolved = value.content { return }
        report("expected \(expected), found \(value.phrase)", at: value.range, key: key)
    }

    /// Notes a problem of the component itself, for options that do not go together.
    ///
    /// - Parameters:
    ///   - message: What is wrong.
    ///   - option: The option that is to blame, if it is one.
    public mutating func report(_ message: String, option: String? = nil) {
        guard let object else { return }
        let value = option.flatMap { self.value(of: $0) }
        report(message, at: value?.range ?? object.range, key: option)
    }

    /// - Parameter other: The file that `range` counts in, if it is not the pipeline file.
    mutating func report(_ message: String, at range: Range<Int>, key: String?, help: String? = nil, in other: ConfigFile? = nil) {
        problems.append(Diagnostic(message, at: range, path: place(of: key), help: help, in: other))
    }

    /// Notes something odd about an option.
    mutating func warn(_ message: String, option: String) {
        guard let value = value(of: option) else { return }
        warnings.append(Diagnostic(message, at: value.range, path: place(of: option)))
    }

    /// Notes a file that an option names.
    mutating func note(
        _ purpose: FileUse.Purpose, _ path: String, _ key: String, _ value: ConfigValue, isTemplate: Bool = false
    ) {
        if case .unresolved = value.content { return }
        files.append(FileUse(purpose, value.masked(path), place: place(of: key), range: value.range, isTemplate: isTemplate))
    }

    /// Notices where no record has the fields that an option asks for.
    ///
    /// - Returns: nil if it asks for none.
    mutating func watch(_ wanted: [FieldPath], key: String) -> FieldWatch? {
        guard !wanted.isEmpty else { return nil }
        let watch = FieldWatch(place: place(of: key), wanted: wanted)
        watches.append(watch)
        return watch
    }

    /// The value of an option as it is in the file.
    func value(of key: String) -> ConfigValue? { object?.member(key) }

    /// A path in the pipeline file as one from where the program runs.
    func resolved(_ path: String) -> String { object?.resolve(path) ?? path }

    func place(of key: String?) -> String { key.map { path.isEmpty ? $0 : "\(path).\($0)" } ?? path }

    /// Reads an object with options of its own, which the file has to have.
    ///
    /// - Returns: What `read` made.
    public mutating func group<Value>(_ name: String, help: String, read: (inout OptionReader) -> Value) -> Value {
        if let value = group(name, isRequired: true, help: help, read: read) { return value }
        var reader = OptionReader.describing
        return read(&reader)
    }

    /// Reads an object with options of its own.
    ///
    /// - Returns: What `read` made; nil if the option is not in the file.
    public mutating func optionalGroup<Value>(_ name: String, help: String, read: (inout OptionReader) -> Value) -> Value? {
        group(name, isRequired: false, help: help, read: read)
    }

    private mutating func group<Value>(
        _ name: String, isRequired: Bool, help: String, read: (inout OptionReader) -> Value
    ) -> Value? {
        var description = OptionReader.describing
        let described = read(&description)
        let kind = OptionDeclaration.Kind.object(description.declarations)
        let value = declare(name, kind, isRequired: isRequired, default: nil, help: help)
        guard object != nil else { return described }
        guard let value else { return nil }
        guard case .object = value.content else {
            reportWrongKind(value, name, expected: kind.expectation)
            return nil
        }
        var inner = OptionReader(object: value, path: place(of: name), outputPaths: outputPaths, file: file)
        let result = read(&inner)
        inner.finish()
        problems += inner.problems
        files += inner.files
        watches += inner.watches
        publicTexts.formUnion(inner.openTexts)
        warnings += inner.warnings
        effective[name] = .object(inner.effective)
        return result
    }

    /// Reports the keys that no reader has asked for.
    ///
    /// - Parameters:
    ///   - owner: What has no such option, for the message: `the stage "filter"`.
    ///   - kind: Decides what is said of options that people try there; nil says nothing of them.
    mutating func finish(owner: String? = nil, kind: OptionAdvice.Owner? = nil) {
        guard let object, case .object(let members) = object.content else { return }
        for member in members where !seen.contains(member.key) {
            let advice = kind.flatMap { OptionAdvice.advice(on: member.key, of: $0) }
            let near = advice == nil ? DidYouMean.hint(for: member.key, in: seen.sorted()) : ""
            let fault = owner.map { "\($0) has no option" } ?? "unknown option"
            report(
                "\(fault) \"\(member.key.printable)\"\(near)", at: member.keyRange, key: member.key,
                help: advice ?? (near.isEmpty ? "options here: \(seen.sorted().joined(separator: ", "))" : nil))
        }
    }
}
