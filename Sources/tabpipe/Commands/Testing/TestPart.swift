internal import Pipeline

/// The part of the stages that a test runs: all, or those from one stage to another one.
struct TestPart: Sendable {
    /// The first stage, or the step that stands for it; nil for the source.
    let first: StagePath?
    /// The last stage, or the step that stands for it; nil for the sinks.
    let last: StagePath?

    static let whole = TestPart(first: nil, last: nil)

    /// Reads the options `from` and `to`.
    init(options: inout OptionReader) {
        first = Self.stage("from", "The first stage that runs, such as stages[1]. The test then has \"records\".", &options)
        last = Self.stage("to", "The last stage that runs, such as stages[3]. The sinks then do not run.", &options)
        if let first, let last, last < first, !last.contains(first) { options.report("expected a stage behind \"from\"", option: "to") }
    }

    private init(first: StagePath?, last: StagePath?) {
        self.first = first
        self.last = last
    }

    private static func stage(_ key: String, _ help: String, _ options: inout OptionReader) -> StagePath? {
        guard let text = options.optionalString(key, help: help) else { return nil }
        if let path = StagePath(text) { return path }
        options.report("expected a stage such as stages[1], found \"\(text.printable)\"", option: key)
        return nil
    }
}
