extension PipelinePlan {
    /// Reads and checks a pipeline file. It opens no input or output that the file names.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Relative paths in the file are relative to its folder.
    ///   - parameters: The values of the file's parameters.
    ///   - environment: The variables for `$env` nodes; usually `ProcessInfo.processInfo.environment`.
    ///   - registry: The components that the file can name.
    ///   - isStagesOnly: Whether the file may lack source and sinks, for records in memory: ``process(_:jobs:receive:)``.
    /// - Throws: ``PipelineFileError`` with every problem; ``PipelineFailure`` if the file cannot be read.
    public init(
        contentsOf path: String, parameters: [String: String] = [:], environment: [String: String] = [:], registry: Registry,
        isStagesOnly: Bool = false
    ) throws {
        let settings = PipelineSettings(parameters: parameters, environment: environment, needsSourceAndSinks: !isStagesOnly)
        self = try PipelineReader.read(path, registry: registry, settings: settings)
    }

    /// Reads and checks the text of a pipeline file.
    ///
    /// - Parameters:
    ///   - json: The text. Relative paths in it are relative to the folder of `name`, by default the current directory.
    ///   - name: The name in messages.
    ///   - parameters: The values of the file's parameters.
    ///   - environment: The variables for `$env` nodes.
    ///   - registry: The components that the text can name.
    ///   - isStagesOnly: Whether the text may lack source and sinks, for records in memory: ``process(_:jobs:receive:)``.
    /// - Throws: ``PipelineFileError`` with every problem.
    public init(
        json: String, name: String = "pipeline", parameters: [String: String] = [:], environment: [String: String] = [:],
        registry: Registry, isStagesOnly: Bool = false
    ) throws(PipelineFileError) {
        let settings = PipelineSettings(parameters: parameters, environment: environment, needsSourceAndSinks: !isStagesOnly)
        self = try PipelineReader.read(text: Array(json.utf8), file: name, registry: registry, settings: settings)
    }
}
