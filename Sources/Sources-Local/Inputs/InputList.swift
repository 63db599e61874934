package import Pipeline

/// The inputs of a source, of which paths may be patterns for several files.
package struct InputList {
    /// The help of an option with inputs.
    package static let help =
        "A file, '-' for standard input, or an http(s) URL; a path with * ? [abc] and ** for several files, in the order of their paths; or "
        + "a list of these, read in its order. Content compressed with gzip or zstd is read, too."

    private let inputs: [Input]

    /// - Parameter inputs: The inputs in the order in which they are read.
    init(_ inputs: [Input]) {
        self.inputs = inputs
    }

    /// Returns the inputs to read, with the files of each pattern in its place, and protects these files. A shard reads a part of them.
    ///
    /// - Throws: ``PipelineFailure``: `inputMissing` if no file matches a pattern, or one that cannot be read, `cannotCreate` if an output
    ///   of the run does; `CancellationError`.
    func open(for output: inout RecordWriter) throws -> [Input] {
        let all = try expanded { try output.willRead($0, matching: $1) }
        let opened = output.shard.inputs(of: all)
        output.context.tallies?.divide(all, own: opened)
        if opened.count > 1 { output.context.progress?.begin(all: opened.map(Self.size)) }
        return opened
    }

    /// Returns the inputs with the files of each pattern in its place.
    ///
    /// - Parameter note: Receives the paths of the files of each pattern, and the pattern in messages.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if no file matches a pattern, or one that cannot be read; the errors of
    ///   `note`; `CancellationError`.
    func expanded(_ note: (_ paths: [String], _ pattern: String) throws -> Void = { _, _ in }) throws -> [Input] {
        var expanded: [Input] = []
        for input in inputs {
            // A path that exists is taken literally. A path without wildcards that does not exist gives its error when it is opened.
            guard case .file(let path) = input, FilePattern.hasWildcards(path.value), FilePath.kind(of: path.value) == nil else {
                expanded.append(input)
                continue
            }
            let matches = try FilePattern(path.value).matches()
            guard !matches.isEmpty else { throw PipelineFailure(inputMissing: path.shown, "no file matches \(path.shown.printable)") }
            try note(matches.map(\.path), path.shown)
            for match in matches {
                let file = path.with(match.path)
                try match.check(shownAs: file.shown, matching: path.shown)
                expanded.append(.file(file))
            }
        }
        return expanded
    }

    /// The size of a file in bytes; nil for other inputs.
    private static func size(of input: Input) -> Int? {
        guard case .file(let path) = input else { return nil }
        return FilePath.size(of: path.value)
    }
}

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

/// A source that reads documents from files, standard input or URLs, one after the other.
package protocol DocumentSource: URLOptionsProvider {
    var documents: InputDocuments { get }
}

extension DocumentSource {
    package var urlOptions: (any URLOptions)? { documents.opener }
}
