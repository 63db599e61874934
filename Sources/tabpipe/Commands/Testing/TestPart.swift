internal import Pipeline

/// The part of the stages that a test runs: all, or those from one stage to another one.
struct TestPart: Sendable {
    /// The first stage as the test names it; nil for the source.
    let from: String?
    /// The last stage as the test names it; nil for the sinks.
    let to: String?
    /// The first stage, or the step that stands for it; nil for the source, and before ``resolve(in:_:)``.
    private(set) var first: StagePath?
    /// The last stage, or the step that stands for it; nil for the sinks, and before ``resolve(in:_:)``.
    private(set) var last: StagePath?

    static let whole = TestPart(from: nil, to: nil)

    /// Reads the options `from` and `to`.
    init(options: inout OptionReader) {
        from = options.optionalString(
            "from", help: "The first stage that runs: its place, such as stages[1], or its type. The test then has \"records\".")
        to = options.optionalString(
            "to", help: "The last stage that runs: its place, such as stages[3], or its type. The sinks then do not run.")
    }

    private init(from: String?, to: String?) {
        self.from = from
        self.to = to
    }

    /// Finds the stages in a pipeline file.
    ///
    /// - Parameters:
    ///   - outline: The steps of the file.
    ///   - report: Receives each fault, with the option that it concerns.
    mutating func resolve(in outline: StageOutline, _ report: (String, _ option: String) -> Void) {
        first = Self.place(of: from, "from", in: outline, report)
        last = Self.place(of: to, "to", in: outline, report)
        if let first, let last, last < first, !last.contains(first) { report("expected a stage behind \"from\"", "to") }
    }

    private static func place(
        of name: String?, _ option: String, in outline: StageOutline, _ report: (String, _ option: String) -> Void
    ) -> StagePath? {
        guard let name else { return nil }
        if let path = StagePath(name) {
            if let fault = outline.fault(of: path, in: "the pipeline") { report("\(fault); found \(path)", option) }
            return path
        }
        switch outline.stage(ofType: name) {
        case .one(let path): return path
        case .several(let places): report("\"\(name.printable)\" can be \(places); name one of them", option)
        case .none:
            let near = DidYouMean.hint(for: name, in: outline.steps.map(\.type).filter { !$0.isEmpty })
            report("expected a stage such as stages[1], found \"\(name.printable)\"\(near)", option)
        }
        return nil
    }
}
