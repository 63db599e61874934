/// The settings for reading a pipeline file: values from the command line and the environment, and the extent of the checks.
package struct PipelineSettings: Sendable {
    /// The values of parameters from `--set name=value`.
    package var parameters: [String: String]
    /// The environment, for `$env` nodes.
    package var environment: [String: String]
    /// Whether the file must have a source and sinks; `pipe` needs neither.
    package var needsSourceAndSinks: Bool
    /// Whether source and sinks are read; `pipe` skips them with their parameters.
    package var readsSourceAndSinks = true
    /// The last stage that is read, without the sinks, for a look at a place of the pipeline; nil for the whole file.
    package var lastStage: StagePath?
    /// The treatment of parameters and environment variables without a value; `graph` needs none.
    package var missingValues = MissingValues.fail
    /// Whether outputs that cannot be written count as problems of the file. A run finds them when it opens its outputs.
    package var checksOutputs = false
    /// The run whose name stands for `{{$shard}}` in paths of outputs.
    package var shard = Shard.whole
    /// The division of the records that the stages have to bear; nil for a run that gets all records.
    package var partitioning: Partitioning?
    /// Whether the plan lists where its values came from, for `explain --origin`.
    package var collectsOrigins = false
    /// Moves every output below a folder; nil leaves the paths as they are.
    package var redirection: OutputRedirection?
    /// A file or URL in place of the input that the source names; nil leaves it.
    package var sourceInput: String?
    /// The folder that relative paths in ``parameters`` and ``sourceInput`` start from; "" is the current directory.
    package var valuesFolder = ""

    package init(parameters: [String: String] = [:], environment: [String: String] = [:], needsSourceAndSinks: Bool = true) {
        self.parameters = parameters
        self.environment = environment
        self.needsSourceAndSinks = needsSourceAndSinks
    }
}
