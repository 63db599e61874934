/// The output of an ``OutputSink``: a file or stream, or a folder of files.
public protocol SinkOutput: Sendable {
    /// Whether a run that fails leaves the output as it was.
    var appearsWhole: Bool { get }
    /// The path of a file or folder; nil for standard output.
    var outputPath: String? { get }
    /// What a run does to the records that earlier runs wrote.
    var update: SinkUpdate { get }
    /// Whether the output changes nothing in a dry run, and tells what it would change: ``Sink/supportsPlan``.
    var supportsPlan: Bool { get }
    /// The result in a sentence, after the output is in place.
    var notes: [String] { get }
    /// The result in numbers, after the output is in place; nil before that, and for a stream.
    var result: OutputResult? { get }
}

extension SinkOutput {
    /// No numbers.
    public var result: OutputResult? { nil }
    /// False: a dry run does not open the output.
    public var supportsPlan: Bool { false }
}
