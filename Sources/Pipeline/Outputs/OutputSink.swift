internal import Synchronization

/// A sink that writes one ``FileOutput`` or ``FolderOutput``. A sink returns the traits of its
/// output as its own; the engine adds the notes of the output to those of the hooks.
public protocol OutputSink: Sink {
    /// The type of the output.
    associatedtype Target: OutputTarget

    /// The output, which the sink fills in ``Sink/write(_:)``.
    var output: Target { get }
}

/// The output of an ``OutputSink``: a file or stream, or a folder of files.
public protocol OutputTarget: Sendable {
    /// The traits of the output, which its sink returns as its own.
    var traits: SinkTraits { get }
    /// The result in a sentence, after the output is in place.
    var notes: [String] { get }
    /// The result in numbers, after the output is in place; nil before that, and for a stream.
    var result: OutputResult? { get }
}

/// Counts of the files of a sink in a run, after its output is in place.
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
    /// The content after the commit; nil before the output is prepared.
    var prepared: OutputMark.Content? { state.withLock { $0.prepared } }

    func set(_ texts: [String], _ result: OutputResult?) {
        state.withLock { state in
            state.texts = texts
            state.result = result
        }
    }

    func setPrepared(_ content: OutputMark.Content?) { state.withLock { $0.prepared = content } }
}
