internal import JSONParsing
internal import JSONQuery

/// Reads a pipeline file, checks all of it, and creates its components.
package struct PipelineReader {
    let registry: Registry
    let settings: PipelineSettings
    let file: String
    let text: [UInt8]
    /// The step that uses the file, such as `stages[2]`; empty for the pipeline file itself.
    let place: String
    var problems: [Diagnostic] = []
    var files: [FileUse] = []
    /// The texts of jq programs from other files, which are not secret.
    var publicTexts: Set<String> = []
    /// The secret texts that templates put into other texts.
    var filledSecrets: Set<String> = []
    /// The functions for all programs of the file; nil for none.
    var definitions: ProgramDefinitions?
    /// The values that all programs of the file can use as `$name`.
    var values = ProgramValues()
    /// The names of missing values that programs use.
    var usedMissingValues: Set<String> = []
    /// Remarks on options that are valid but probably not intended.
    var warnings: [Diagnostic] = []
    let outputPaths: OutputPaths
    var secrets = SecretValues()
    /// The nodes that gave secret values.
    var secretUses: [SecretUse] = []
    /// The selected presets: one line for each.
    var presets: [String] = []
    /// The names of the parameters that the file declares; nil if they cannot be read.
    var parameters: [String]?
    /// The files whose stages the pipeline uses, this file's own uses among them.
    var uses: [PipelinePlan.UsedFile] = []
    /// The files from the pipeline file to this one, each of which uses the next.
    var chain: [String]
    /// Where the values came from, in the order of the file.
    var origins: [ValueOrigin] = []

    /// Creates a reader of the pipeline file, or of a file that one of its steps uses.
    ///
    /// - Parameters:
    ///   - place: The step; empty for the pipeline file.
    ///   - chain: The files that lead to this one.
    init(
        registry: Registry, settings: PipelineSettings, file: String, text: [UInt8], place: String = "", chain: [String] = [],
        outputPaths: OutputPaths = OutputPaths()
    ) {
        self.registry = registry
        self.settings = settings
        self.file = file
        self.text = text
        self.place = place
        self.chain = chain + [file]
        self.outputPaths = outputPaths
    }

    /// The file for messages.
    var configFile: ConfigFile { ConfigFile(name: file, text: text) }

    /// The path of a key of the file, such as `stages[2].stages`.
    func inside(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    /// Reads a pipeline file.
    ///
    /// - Parameters:
    ///   - file: The path, which is also the name in messages.
    ///   - registry: The components that the file can name.
    ///   - settings: Parameters and environment.
    /// - Throws: ``PipelineFileError`` with every problem; ``PipelineFailure`` if the file cannot be read.
    package static func read(_ file: String, registry: Registry, settings: PipelineSettings) throws -> PipelinePlan {
        try read(text: InputFile.readAll(Input(file), limit: InputFile.maxConfigBytes), file: file, registry: registry, settings: settings)
    }

    /// The declarations of a file's parameters with the names of their presets, for help and completion; nil if they cannot be read.
    package static func parameters(of file: String) -> JSONObject? {
        var settings = PipelineSettings(needsSourceAndSinks: false)
        settings.missingValues = .allow
        guard let text = try? InputFile.readAll(Input(file), limit: InputFile.maxConfigBytes), let syntax = try? JSONSyntax(parsing: text),
            case .object(let members) = syntax.content
        else { return nil }
        var reader = ParameterReader(settings: settings, file: ConfigFile(name: file, text: text))
        reader.read(members.first { $0.key == "parameters" }?.value)
        guard reader.problems.isEmpty else { return nil }
        return JSONObject(
            reader.effective.map { parameter in
                guard var declaration = parameter.value.object else { return (parameter.key, parameter.value) }
                declaration["presets"] = .array(reader.presetNames(of: parameter.key).map { .string($0) })
                return (parameter.key, .object(declaration))
            })
    }

    /// Reads the text of a pipeline file.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8, with or without a byte order mark.
    ///   - file: The name in messages. Relative paths in the text are relative to its folder.
    ///   - registry: The components that the file can name.
    ///   - settings: Parameters and environment.
    /// - Throws: ``PipelineFileError`` with every problem.
    package static func read(
        text: [UInt8], file: String, registry: Registry, settings: PipelineSettings
    ) throws(PipelineFileError) -> PipelinePlan {
        let mark: Int
        do throws(JSONError) {
            mark = try ByteOrderMark.lengthToSkip(in: text)
        } catch {
            throw PipelineFileError(file: file, text: text, list: [Diagnostic(error.message, at: nil, path: "")])
        }
        let whole = text
        let text = Array(text[mark...])
        var reader = PipelineReader(registry: registry, settings: settings, file: file, text: text)
        let plan = OutputRedirection.$current.withValue(settings.redirection) {
            Shard.$current.withValue(settings.shard) {
                QueryFunctions.$current.withValue(registry.functions) { reader.plan() }
            }
        }
        guard var plan, reader.problems.isEmpty else {
            throw PipelineFileError(
                file: file, text: text, list: reader.problems, secrets: reader.secrets, parameters: reader.parameters,
                inputs: reader.files.filter { $0.purpose == .input && !$0.isAddress && !$0.isStandardStream }.map(\.path))
        }
        plan.text = whole
        return plan
    }
}
