extension FileUse {
    /// The part of a pipeline file whose options name files.
    package enum Owner: Sendable {
        case source, stage, sink
        /// The option `rejects`.
        case rejects
    }

    /// The part of the pipeline file that names the file; nil for a use outside of the pipeline file.
    package var owner: Owner? {
        switch place.prefix(while: \.isLetter) {
        case "source": .source
        case "stages": .stage
        case "sinks": .sink
        // A file that holds the value of the option, with `$file`, is an input.
        case "rejects" where place == "rejects": .rejects
        default: nil
        }
    }
}
