internal import JSONQuery

extension OptionReader {
    /// The bounds of `program_memory_bytes`: 1 MiB to 1 TiB.
    package static let programMemory = 1 << 20...1 << 40

    /// Reads `on_error`, which every stage and sink has.
    mutating func onError() -> OnError {
        read(
            "on_error", .choice, default: OnError.reject,
            help: "What happens to a record that fails here: it stops the run, goes to the rejects file, or is dropped with a warning.")
    }

    /// Reads `scope`, which every stream stage has.
    mutating func scope() -> StageScope {
        read(
            "scope", .choice, default: StageScope.all,
            help: "The records that it looks at where several runs share the records: all of them, which such runs refuse (validate "
                + "--partitioned), or those of its own partition.")
    }

    /// Reads `description`, which every step has.
    mutating func stepDescription() -> String? {
        readIfPresent("description", .remark, help: "A remark for readers of the file.")
    }

    /// The declarations of the options that every step has beside its own.
    ///
    /// - Parameters:
    ///   - hasOnError: Whether the step is a stage or a sink.
    ///   - isStream: Whether the step is a stream stage.
    package static func commonDeclarations(hasOnError: Bool, isStream: Bool) -> [OptionDeclaration] {
        var reader = OptionReader.describing
        if hasOnError { _ = reader.onError() }
        if isStream { _ = reader.scope() }
        _ = reader.stepDescription()
        return reader.declarations
    }
}
