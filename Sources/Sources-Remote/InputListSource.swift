package import Pipeline

/// A source whose inputs shards can divide: each run reads some of them.
package protocol InputListSource: Source {
    /// The inputs as the options name them, with patterns.
    var inputs: [Input] { get }
}

extension InputListSource {
    /// The inputs that a shard reads, as ``InputReader`` shows them; nil for each one that cannot be read twice.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if no file matches a pattern.
    package func inputs(of shard: Shard) throws -> [String?] {
        shard.inputs(of: try InputList(inputs).expanded()).map { input in
            if case .file(let path) = input, FilePath.kind(of: path.value) == .regular { path.value } else { nil }
        }
    }
}
