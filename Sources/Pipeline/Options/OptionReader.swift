package import JSONParsing

/// Reads and declares the options of one component.
///
/// One call per option declares its key, type, default, range and help, and returns its value. Checks, `describe`, `explain` and the JSON
/// Schema use these declarations. The reading methods do not throw: the reader collects every problem with its place and returns a
/// placeholder. A component whose reader has problems never runs.
///
///     init(options: inout OptionReader) {
///         field = options.read("field", .field, help: "The field to shorten.")
///         length = options.read("length", .integer(1...1000), default: 80, help: "The largest length in characters.")
///         suffix = options.readIfPresent("suffix", .string, help: "Text after a shortened value.")
///     }
///
/// ``OptionType`` lists the types: each is a static member, and a list, an object and a component's own type are made of others.
public struct OptionReader {
    /// The options read so far, in that order.
    public internal(set) var declarations: [OptionDeclaration] = []
    /// The errors in the options.
    var problems: [Diagnostic] = []
    /// The values in effect, including defaults, with secrets masked.
    package internal(set) var effective = JSONObject()
    /// The files that the options name.
    package internal(set) var files: [FileUse] = []
    /// The watches that find misspelt names of fields.
    package private(set) var watches: [MissingFieldWatch] = []

    /// The secret texts in the options, also those that the file contains literally.
    ///
    /// Package access: the program masks its messages with them; a plug-in masks its own texts.
    package internal(set) var secrets = SecretValues()

    /// Remarks on options that are valid but probably not intended.
    var warnings: [Diagnostic] = []
    /// The secret texts that templates put into other texts, such as a URL. Requests may contain them.
    var filledSecrets: Set<String> = []
    /// The texts of jq programs from other files, which are not secret.
    var publicTexts: Set<String> = []

    /// The source of the pipeline; nil for the options of a source, and where the pipeline has none.
    ///
    /// Package access: the stage `hydrate` shares the client of the source; plug-ins must not depend on other steps.
    package internal(set) var source: (any URLOptionsProvider)?

    /// The type that reads the options for URLs; nil in a program that opens none.
    var urlOptions: (any URLOptions.Type)?
    /// The components that an option can name, a ``Registry``, which belongs to a higher floor; nil where there are none.
    var components: (any Sendable)?
    /// The number of options that are a ``SecondSource``. The hooks of the component have to list them.
    var secondSourceCount = 0

    /// Redirects outputs to another folder, for tests; nil if outputs keep their paths.
    var redirection: OutputRedirection?
    /// The run whose name stands for `{{$shard}}` in paths of outputs and in arguments of programs.
    var shard = Shard.whole
    /// The functions that programs in the options can call; nil for none.
    var definitions: FileQueryDefinitions?
    /// The values that programs in the options can use as `$name`.
    var values = QueryConstants()
    /// The names of missing values that programs in the options use.
    var usedMissingValues: Set<String> = []

    /// The object with the options; nil for a reader that only collects declarations.
    let object: ConfigValue?
    /// The path of the object in the file, such as `stages[2]`.
    private let path: String
    /// The files of the run that the options are for.
    let outputPaths: ClaimedPaths
    /// The pipeline file; nil for options that are not from a file.
    let file: ConfigFile?
    private var seen: Set<String> = []
    /// The required options that the file lacks.
    private var missing: Set<String> = []
    /// The values of the options read so far, with parameters put into their texts.
    private var readValues: [String: ConfigValue] = [:]
    /// Whether parameters replace `{{ … }}` in texts. The texts of tests are not changed.
    var takesParameters = true

    /// Reads options from an object in a pipeline file.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - path: The path of the object in the file, such as `stages[2]`.
    ///   - known: Keys that other readers read from the same object.
    ///   - outputPaths: The files of the run that the options are for.
    ///   - file: The pipeline file.
    package init(
        object: ConfigValue, path: String, known: [String] = [], outputPaths: ClaimedPaths = ClaimedPaths(), file: ConfigFile? = nil
    ) {
        self.object = object
        self.path = path
        self.outputPaths = outputPaths
        self.file = file
        seen = Set(known)
    }

    /// Creates a reader that only collects declarations. It returns defaults and placeholders.
    package static var describing: OptionReader { OptionReader() }

    /// Reads options from JSON, to create a component in code or in a test.
    ///
    ///     var options = try OptionReader(json: #"{"field": "title", "length": 20}"#)
    ///     let stage = Shorten(options: &options)
    ///     try options.check()
    ///
    /// Relative paths are relative to the current directory.
    ///
    /// - Parameter json: A JSON object with the options, as in a step of a pipeline file, without `type`.
    /// - Throws: ``PipelineFileError`` if the text is not a JSON object.
    public init(json: String) throws(PipelineFileError) { try self.init(json: json, path: "", outputPaths: ClaimedPaths()) }

    /// - Parameters:
    ///   - path: The place of the step in its pipeline, such as `stages[2]`.
    ///   - outputPaths: The outputs of the run that the options are for.
    init(json: String, path: String, outputPaths: ClaimedPaths) throws(PipelineFileError) {
        let text = Array(json.utf8)
        let syntax: JSONSyntax
        do throws(JSONError) {
            syntax = try JSONSyntax(parsing: text)
        } catch {
            throw PipelineFileError(file: Self.codeName, text: text, list: [JSONSyntaxHint.diagnostic(for: error, in: text)])
        }
        var nodes = ValueNodeResolver(parameters: [:], environment: [:], directory: "", text: text)
        let object = nodes.resolve(syntax, path: "")
        self.init(object: object, path: path, outputPaths: outputPaths, file: ConfigFile(name: Self.codeName, text: text))
        problems = nodes.problems
        secrets = nodes.secrets
        if case .object = object.content { return }
        if problems.isEmpty { reportWrongKind(object, nil, expected: "an object with options") }
        throw PipelineFileError(file: Self.codeName, text: text, list: problems)
    }

    /// The name of such options in messages.
    private static let codeName = "options"

    /// The guide of the component and the records that it accepts, as ``describe(guide:reads:)`` has set them.
    package private(set) var details = ComponentDetails()

    /// Sets further texts that the command `describe` shows of the component, beside its summary, options and example.
    ///
    /// - Parameters:
    ///   - guide: Text below the example; nil for none.
    ///   - reads: The kinds of records that the component accepts, with the fields that it reads. Empty if the options name the fields.
    public mutating func describe(guide: String? = nil, reads: [RecordShape] = []) {
        details = ComponentDetails(guide: guide, reads: reads)
    }

    /// Checks that the options have no problem, and that the component has read each of them. Call this after the component's `init`.
    ///
    /// - Throws: ``PipelineFileError`` with every problem, unknown options included.
    public mutating func check() throws(PipelineFileError) {
        finish()
        secrets.remove(publicTexts)
        guard !problems.isEmpty else { return }
        throw PipelineFileError(file: file?.name ?? Self.codeName, text: file?.text ?? [], list: problems, secrets: secrets)
    }

    private init() {
        object = nil
        path = ""
        outputPaths = ClaimedPaths()
        file = nil
    }

    /// Declares an option and finds its value, with parameters put into its texts.
    ///
    /// - Parameters:
    ///   - isTemplate: Whether values replace `{{ … }}` in texts of this kind.
    ///   - namesShard: Whether the name of the shard replaces `{{$shard}}` in texts. In paths, it always does.
    /// - Returns: The value; nil if the file lacks the option, or has null for one that is neither required nor has a default.
    mutating func declare(
        _ name: String, _ kind: OptionDeclaration.Kind, isRequired: Bool, default defaultValue: JSONValue?, help: String,
        isTemplate: Bool = true, namesShard: Bool = false
    ) -> ConfigValue? {
        let declaration = OptionDeclaration(
            name: name, kind: kind, isRequired: isRequired, defaultValue: defaultValue, help: help,
            templates: isTemplate && takesParameters ? kind.templateUse : .none)
        declarations.append(declaration)
        seen.insert(name)
        guard let object else { return nil }
        guard var value = object.member(name) else {
            if isRequired {
                missing.insert(name)
                report("\"\(name)\" is missing; it is \(kind.expectation)", at: object.range, key: nil, help: kind.advice)
            }
            if let defaultValue { effective[name] = defaultValue }
            return nil
        }
        if declaration.allowsNull, case .null = value.content { return nil }
        if isTemplate, takesParameters {
            warnOfPlaceholders(value, name, kind)
            value = filled(value, name, kind, namesShard: namesShard)
            readValues[name] = value
        }
        effective[name] = value.maskedValue
        return value
    }

    /// Replaces the value in ``effective`` of an option whose masked value is not what the file contains.
    mutating func show(_ value: JSONValue, as name: String) {
        if object != nil { effective[name] = value }
    }

    /// Reports that a value is not of the expected kind.
    ///
    /// - Parameter advice: The form that was probably meant; nil for that of ``ValueAdvice``, if there is one.
    mutating func reportWrongKind(_ value: ConfigValue, _ key: String?, expected: String, advice: String? = nil) {
        if case .unresolved = value.content { return }
        report(
            "expected \(expected), found \(value.phrase)", at: value.range, key: key,
            help: advice ?? ValueAdvice.onNode(value) ?? ValueAdvice.onQuotedValue(value, expected: expected))
    }

    /// Reports a problem that the component has found, for instance that two options exclude each other. The component then never runs.
    ///
    /// An option that has a problem already gets no second one, because it would follow from the first one.
    ///
    /// - Parameters:
    ///   - message: The problem in one sentence, without the name of the file or option.
    ///   - option: The key of the option at which the problem is shown; nil for the whole step.
    public mutating func report(_ message: String, option: String? = nil) {
        guard let object else { return }
        if let option, hasProblem(option) { return }
        let value = option.flatMap { self.value(of: $0) }
        report(message, at: value?.range ?? object.range, key: option)
    }

    /// Whether an option is missing, or has a problem inside.
    private func hasProblem(_ option: String) -> Bool {
        let place = place(of: option)
        return missing.contains(option)
            || problems.contains { $0.path == place || $0.path.hasPrefix(place + ".") || $0.path.hasPrefix(place + "[") }
    }

    /// Reports a problem at a place in a file.
    ///
    /// - Parameters:
    ///   - range: The place in bytes from the start of the file.
    ///   - other: The file, if it is not the pipeline file.
    mutating func report(_ message: String, at range: Range<Int>, key: String?, help: String? = nil, in other: ConfigFile? = nil) {
        problems.append(Diagnostic(message, at: range, path: place(of: key), help: help, in: other))
    }

    /// Reports a problem whose place is already known.
    mutating func report(_ problem: Diagnostic) { problems.append(problem) }

    /// Adds a remark on an option that is valid but probably not intended.
    ///
    /// Package access: the source `http` compares two options, which plug-ins have not needed so far.
    package mutating func warn(_ message: String, option: String) {
        guard let value = value(of: option) else { return }
        warn(message, at: value.range, key: option)
    }

    /// Adds a remark on a value at a place in the pipeline file.
    mutating func warn(_ message: String, at range: Range<Int>, key: String) {
        warnings.append(Diagnostic(message, at: range, path: place(of: key)))
    }

    /// Adds a file that an option names to ``files``.
    mutating func note(
        _ purpose: FileUse.Purpose, _ path: String, _ key: String, _ value: ConfigValue, isTemplate: Bool = false
    ) {
        if case .unresolved = value.content { return }
        files.append(
            FileUse(
                purpose, value.masked(path), place: place(of: key), range: value.range, isTemplate: isTemplate,
                isPartlySecret: value.isFilled))
    }

    /// Creates a watch that finds misspelt names among the fields of an option.
    ///
    /// - Returns: nil if there are no fields.
    mutating func watch(_ wanted: [FieldPath], key: String) -> MissingFieldWatch? {
        guard !wanted.isEmpty else { return nil }
        // An option that is read several times has one watch.
        if let known = watches.first(where: { $0.isFor(wanted, at: place(of: key)) }) { return known }
        let watch = MissingFieldWatch(place: place(of: key), wanted: wanted)
        watches.append(watch)
        return watch
    }

    /// Notes the default of an option that the file lacks, so that it is checked and locked like a path in the file.
    mutating func noteDefault(_ purpose: FileUse.Purpose, _ path: String, _ key: String) {
        guard let object, object.member(key) == nil else { return }
        files.append(FileUse(purpose, path, place: place(of: key), range: object.range))
    }

    /// The value of an option as it is in the file.
    func value(of key: String) -> ConfigValue? { readValues[key] ?? object?.member(key) }

    /// Makes a path in the pipeline file relative to the current directory.
    func resolved(_ path: String) -> String { object?.resolve(path) ?? path }

    /// The path of the step in the file, such as `stages[2]`.
    ///
    /// Package access: the trace of HTTP requests shows it for the stage `hydrate`.
    package var stepPath: String { path }

    /// The path of an option in the file, such as `stages[2].field`.
    func place(of key: String?) -> String { key.map { path.isEmpty ? $0 : "\(path).\($0)" } ?? path }

    /// Reads an object that is the value of an option, or an item of it, and takes over what its reader finds.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - key: Its key, which may lead into the option, such as `responses[1]`.
    ///   - known: Keys of the object that the caller reads.
    ///   - owner: The subject of the message about unknown keys, such as `the auth "bearer"`.
    ///   - kind: Selects the advice on unknown keys; nil for that of the option.
    ///   - other: The file of the object, if it is not the pipeline file, and the place of its path in the pipeline file.
    ///   - read: Reads the options of the object.
    /// - Returns: The result of `read`, and the options in effect.
    mutating func readInside<Value>(
        _ object: ConfigValue, _ key: String, known: [String] = [], owner: String? = nil, kind: OptionAdvice.Owner? = nil,
        in other: (file: ConfigFile, range: Range<Int>)? = nil, read: (inout OptionReader) -> Value
    ) -> (value: Value, effective: JSONObject) {
        var inner = OptionReader(
            object: object, path: place(of: key), known: known, outputPaths: outputPaths, file: other?.file ?? file)
        inner.redirection = redirection
        inner.shard = shard
        inner.definitions = definitions
        inner.values = values
        inner.takesParameters = takesParameters
        inner.watches = watches
        inner.urlOptions = urlOptions
        inner.components = components
        let result = read(&inner)
        inner.finish(owner: owner, kind: kind ?? .option(key))
        if let other {
            inner.problems = inner.problems.map { $0.placed(in: other.file) }
            inner.warnings = inner.warnings.map { $0.placed(in: other.file) }
            inner.files = inner.files.map { $0.placed(at: other.range) }
        }
        problems += inner.problems
        files += inner.files
        watches = inner.watches
        secondSourceCount += inner.secondSourceCount
        publicTexts.formUnion(inner.publicTexts)
        filledSecrets.formUnion(inner.filledSecrets)
        usedMissingValues.formUnion(inner.usedMissingValues)
        secrets.formUnion(inner.secrets)
        warnings += inner.warnings
        return (result, inner.effective)
    }

    /// The keys of the object that no reader has read so far.
    var unknownKeys: [String] {
        guard let object, case .object(let members) = object.content else { return [] }
        return members.map(\.key).filter { !seen.contains($0) }
    }

    /// Marks keys as read, because a reported problem already names them.
    mutating func acceptKeys(_ keys: [String]) {
        guard let object, case .object(let members) = object.content else { return }
        for member in members where keys.contains(member.key) { hideUnknown(member) }
        seen.formUnion(keys)
    }

    /// Reports the keys that no reader has read.
    ///
    /// - Parameters:
    ///   - owner: The subject of the message "… has no option": `the stage "filter"`.
    ///   - kind: Selects the advice of ``OptionAdvice``; nil for none.
    mutating func finish(owner: String? = nil, kind: OptionAdvice.Owner? = nil) {
        guard let object, case .object(let members) = object.content else { return }
        for member in members where !seen.contains(member.key) {
            hideUnknown(member)
            let advice = kind.flatMap { OptionAdvice.advice(on: member.key, of: $0) }
            let near = advice == nil ? DidYouMean.hint(for: member.key, in: seen.sorted()) : ""
            let fault = owner.map { "\($0) has no option" } ?? "unknown option"
            report(
                "\(fault) \"\(member.key.printable)\"\(near)", at: member.keyRange, key: member.key,
                help: advice ?? (near.isEmpty ? "options here: \(seen.sorted().joined(separator: ", "))" : nil))
        }
    }
}

/// The texts that the command `describe` shows of a component, beside its summary, options and example.
package struct ComponentDetails: Sendable {
    /// Text below the example; nil for none.
    package var guide: String?
    /// The kinds of records that the component accepts, with the fields that it reads.
    package var reads: [RecordShape] = []
}
