extension OptionReader {
    /// What happens to a record that fails: an option that every stage and sink has.
    mutating func onError() -> OnError {
        choice(
            "on_error", default: OnError.reject,
            help: "What happens to a record that fails here: it stops the run, goes to the rejects file, or is dropped with a warning.")
    }

    /// A remark of the file's author: an option that every step has.
    mutating func stepDescription() -> String? {
        optionalString("description", help: "A remark for readers of the file.")
    }

    /// The options that every step has beside its own.
    package static func commonDeclarations(hasOnError: Bool) -> [OptionDeclaration] {
        var reader = OptionReader.describing
        if hasOnError { _ = reader.onError() }
        _ = reader.stepDescription()
        return reader.declarations
    }
}
