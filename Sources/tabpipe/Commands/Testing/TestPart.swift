internal import Pipeline

/// The part of the stages that a test runs: all, or those from one stage to another one.
struct TestPart: Sendable {
    /// The number of the first stage; nil for the source.
    let first: Int?
    /// The number of the last stage; nil for the sinks.
    let last: Int?

    static let whole = TestPart(first: nil, last: nil)

    /// The stages of the part, of a pipeline with a number of stages.
    func range(of count: Int) -> Range<Int> {
        let first = min(first ?? 0, count)
        return first..<max(first, min(last.map { $0 + 1 } ?? count, count))
    }

    /// Reads the options `from` and `to`.
    init(options: inout OptionReader) {
        first = Self.stage("from", "The first stage that runs, such as stages[1]. The test then has \"records\".", &options)
        last = Self.stage("to", "The last stage that runs, such as stages[3]. The sinks then do not run.", &options)
        if let first, let last, last < first { options.report("expected a stage behind \"from\"", option: "to") }
    }

    private init(first: Int?, last: Int?) {
        self.first = first
        self.last = last
    }

    private static func stage(_ key: String, _ help: String, _ options: inout OptionReader) -> Int? {
        guard let text = options.optionalString(key, help: help) else { return nil }
        if let match = text.wholeMatch(of: /stages\[([0-9]{1,9})\]/), let number = Int(match.1) { return number }
        options.report("expected a stage such as stages[1], found \"\(text.printable)\"", option: key)
        return nil
    }
}
