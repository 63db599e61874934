/// The output of an ``OutputSink``: a file or stream, or a folder of files.
public protocol SinkOutput: Sendable {
    /// What the output tells the engine about itself.
    var traits: SinkTraits { get }
    /// The result in a sentence, after the output is in place.
    var notes: [String] { get }
    /// The result in numbers, after the output is in place; nil before that, and for a stream.
    var result: OutputResult? { get }
}

extension SinkOutput {
    /// No numbers.
    public var result: OutputResult? { nil }
}
