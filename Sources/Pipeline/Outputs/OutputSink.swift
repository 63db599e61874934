/// A sink that writes one ``FileOutput`` or ``FolderOutput``. The output tells the engine its path, its result and whether it appears whole.
public protocol OutputSink: Sink {
    /// The type of the output.
    associatedtype Target: SinkOutput

    /// The output, which the sink fills in ``Sink/write(_:)``.
    var output: Target { get }
}

extension OutputSink {
    /// Those of the output.
    public var traits: SinkTraits { output.traits }
}
