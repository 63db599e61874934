package import Pipeline

/// A source whose inputs shards can divide: each run reads some of them.
package protocol InputListSource: Source {
    /// The inputs as the options name them, with patterns.
    var inputs: [Input] { get }
}

extension InputListSource {
    /// The inputs with the files of each pattern in its place, as they are now.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if no file matches a pattern.
    package func listedInputs() throws -> [Input] { try InputList(inputs).expanded() }
}
