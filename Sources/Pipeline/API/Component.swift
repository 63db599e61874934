/// A part of a pipeline that a pipeline file can name: a source, a stage or a sink.
///
/// A component is a value that is made once from its options, before anything is opened, and is then used from several
/// tasks at once.
public protocol Component: Sendable {
    /// What the `type` of a step in a pipeline file says: nouns or verbs in snake_case.
    static var name: String { get }
    /// One sentence that says what it is for.
    static var summary: String { get }
    /// A step as it stands in a pipeline file, to be copied; the default shows the required options.
    static var example: String? { get }

    /// The kinds of records that it takes, with the fields that it reads; empty where no field has a name of its own.
    static var reads: [RecordShape] { get }

    /// Reads the options. It opens nothing and cannot fail: the reader collects what is wrong with the file.
    init(options: inout OptionReader)

    /// What `explain` says beside the options, for instance how input will be read.
    var explanation: [String] { get }
    /// What the summary at the end of a run says beside the counts, for instance how many files were unchanged.
    var notes: [String] { get }
}

extension Component {
    /// Makes the component from options as JSON, as a step of a pipeline file holds them: `try Shorten(json: #"{"length": 20}"#)`.
    ///
    /// - Throws: ``PipelineFileError`` with every problem of the options.
    public init(json: String) throws {
        var options = try OptionReader(json: json)
        self.init(options: &options)
        try options.check()
    }

    /// No example of its own.
    public static var example: String? { nil }
    /// No field has a name of its own.
    public static var reads: [RecordShape] { [] }
    /// Nothing to say.
    public var explanation: [String] { [] }
    /// Nothing to say.
    public var notes: [String] { [] }
}
