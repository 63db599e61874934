/// A ``SinkRunner`` without the type of its documents.
protocol AnySinkRunner: StreamReceiver {
    /// An empty batch of documents, for a worker to render into.
    var emptyDocuments: any RenderedDocuments { get }
    /// How many documents the sink has written.
    var written: Int { get }
    /// Ends the sink soon, because the run was stopped: ``run(writes:)`` then returns.
    func stop()
    /// Runs the sink to its end; without `writes`, documents are only counted.
    func run(writes: Bool) async
}
