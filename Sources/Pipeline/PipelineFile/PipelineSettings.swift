/// What a pipeline file is read with: values from the command line and the environment.
package struct PipelineSettings: Sendable {
    /// Values of parameters, as given with `--set name=value`.
    package var parameters: [String: String]
    /// The environment, for `$env` nodes.
    package var environment: [String: String]
    /// Whether the file has to name a source and sinks; `pipe` needs neither.
    package var needsSourceAndSinks: Bool
    /// Whether source and sinks are looked at; `pipe` does without what they are told.
    package var readsSourceAndSinks = true
    /// Whether parameters and variables may be without a value; `graph` shows nothing of them.
    package var allowsMissingValues = false
    /// Whether outputs that cannot be written are faults of the file; a run finds out by itself.
    package var checksOutputs = false

    package init(parameters: [String: String] = [:], environment: [String: String] = [:], needsSourceAndSinks: Bool = true) {
        self.parameters = parameters
        self.environment = environment
        self.needsSourceAndSinks = needsSourceAndSinks
    }
}
