/// A sink that writes one ``FileOutput`` or ``FolderOutput``. The output tells the engine its path, its result and whether it appears whole.
public protocol OutputSink: Sink {
    /// The type of the output.
    associatedtype Target: SinkOutput

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
