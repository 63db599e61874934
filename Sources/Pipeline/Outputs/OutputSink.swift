internal import Synchronization

/// A sink that writes one ``FileOutput`` or ``FolderOutput``. The output tells the engine its path, its result and whether it appears whole.
public protocol OutputSink: Sink {
    /// The type of the output.
    associatedtype Target: OutputTarget

    /// The output, which the sink fills in ``Sink/write(_:)``.
    var output: Target { get }
}

extension OutputSink {
    /// Whether a run that fails leaves the output as it was.
    public var appearsWhole: Bool { output.appearsWhole }
    /// The path of the output; nil for standard output.
    public var outputPath: String? { output.outputPath }
    /// What a run does to the records that earlier runs wrote.
    public var update: SinkUpdate { output.update }
    /// Whether a dry run may fill the output.
    public var supportsPlan: Bool { output.supportsPlan }
    /// The result of the run in a sentence.
    public var notes: [String] { output.notes }
}

/// The output of an ``OutputSink``: a file or stream, or a folder of files.
public protocol OutputTarget: Sendable {
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

extension OutputTarget {
    /// No numbers.
    public var result: OutputResult? { nil }
    /// False: a dry run does not open the output.
    public var supportsPlan: Bool { false }
}

/// What became of the files of a sink in a run, once its output is in place.
public struct OutputResult: Sendable, Equatable {
    /// The number of files that are new or have changed.
    public var written: Int
    /// The number of files that had the same content already, and were not touched.
    public var unchanged: Int

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - written: The number of files that are new or have changed.
    ///   - unchanged: The number of files that had the same content already.
    public init(written: Int, unchanged: Int) {
        self.written = written
        self.unchanged = unchanged
    }
}

/// The sentences about a sink in the summary of a run, and the numbers of its files. A class, because the sink's task sets it and the engine
/// reads it.
final class SinkSummary: Sendable {
    private struct State {
        var texts: [String] = []
        var result: OutputResult?
        var prepared: OutputMark.Content?
    }

    private let state = Mutex(State())

    var texts: [String] { state.withLock { $0.texts } }
    var result: OutputResult? { state.withLock { $0.result } }
    /// What the output will hold; nil before it is prepared.
    var prepared: OutputMark.Content? { state.withLock { $0.prepared } }

    func set(_ texts: [String], _ result: OutputResult?) {
        state.withLock { state in
            state.texts = texts
            state.result = result
        }
    }

    func setPrepared(_ content: OutputMark.Content?) { state.withLock { $0.prepared = content } }
}
