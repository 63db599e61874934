/// A part of a pipeline that a pipeline file can name: a source, a stage or a sink.
///
/// The engine creates each component once from its options, before any input or output is opened. Several tasks then use it concurrently.
public protocol Component: Sendable {
    /// The `type` that selects this component in a pipeline file, in snake_case.
    static var name: String { get }
    /// The purpose of the component in one sentence, for `list` and `describe`.
    static var summary: String { get }
    /// A step of a pipeline file as JSON, for users to copy. If it is nil, `describe` shows the required options instead.
    static var example: String? { get }

    /// Text that `describe` shows below the example; nil for none.
    static var guide: String? { get }

    /// The kinds of records that the component accepts, with the fields that it reads. Empty if the options name the fields.
    static var reads: [RecordShape] { get }

    /// Reads the options. This initialiser opens no file and cannot fail: the reader collects the problems of the options.
    ///
    /// - Parameter options: One call per option declares it and returns its value.
    init(options: inout OptionReader)

    /// Sentences that `explain` shows below the options, for instance how the source will read its input.
    var explanation: [String] { get }
    /// Sentences for the summary at the end of a run, for instance how many files were unchanged.
    var notes: [String] { get }

    /// Warnings for the end of a run, about what is most likely a mistake: for instance that no request of a stage succeeded.
    var closingWarnings: [String] { get }

    /// The output of a source or a stage that appears at the commit point of a run, together with those of the sinks; nil if it has none.
    ///
    /// Declare its path with a method of ``OptionReader`` that reads an output, so that no other step or run writes it. All copies of a
    /// stage return the same output. A sink writes its output in ``Sink/write(_:)`` instead.
    var runOutput: (any RunOutput)? { get }

    /// The programs of the machine that a run starts for this component, as its options name them. A run begins only if
    /// ``PipelinePlan/allowsPrograms`` is true: a pipeline file may come from elsewhere.
    var startedPrograms: [StartedProgram] { get }

    /// The fields that a stage may change in a record; none if it passes records on as they are, nil if it may change any. Records that are
    /// divided by a key stay with their equals only behind stages that leave the key alone.
    var changedFields: [FieldPath]? { get }

    /// Checks that the component can do its work now, for the command `check`. It changes no output; a remote source sends one
    /// request.
    ///
    /// - Returns: What was found, such as `https://example.org/items: 200, 50 items`; nil if there is nothing to check.
    /// - Throws: The error that a run would meet. A ``PipelineFailure`` decides the exit code.
    func check() async throws -> String?
}

extension Component {
    /// Creates the component from its options as JSON, for code and tests: `try Shorten(json: #"{"length": 20}"#)`.
    ///
    /// - Parameter json: A JSON object with the options, as in a step of a pipeline file, without `type`.
    ///
    /// - Throws: ``PipelineFileError`` with every problem of the options.
    public init(json: String) throws {
        var options = try OptionReader(json: json)
        self.init(options: &options)
        try options.check()
    }

    /// No example: `describe` shows the required options.
    public static var example: String? { nil }
    /// No further text.
    public static var guide: String? { nil }
    /// No program.
    public var startedPrograms: [StartedProgram] { [] }
    /// Any field.
    public var changedFields: [FieldPath]? { nil }
    /// No fixed field names.
    public static var reads: [RecordShape] { [] }
    /// No sentence.
    public var explanation: [String] { [] }
    /// No sentence.
    public var notes: [String] { [] }
    /// No warning.
    public var closingWarnings: [String] { [] }
    /// No output.
    public var runOutput: (any RunOutput)? { nil }
    /// Nothing to check.
    public func check() async throws -> String? { nil }
}
