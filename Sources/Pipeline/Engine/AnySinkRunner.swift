/// A ``SinkRunner`` without the type of its documents.
protocol AnySinkRunner: StreamReceiver {
    /// An empty batch of documents, for a worker to render into.
    var emptyDocuments: any RenderedDocuments { get }
    /// The number of documents that the sink has written.
    var written: Int { get }
    /// Whether the sink holds no document and waits for more.
    var isIdle: Bool { get }
    /// Ends the sink after a grace period, because the run was stopped. ``run(writes:)`` then returns.
    func stop()
    /// Runs the sink to its end.
    ///
    /// - Parameter writes: Whether the sink writes the documents; otherwise they are only counted.
    func run(writes: Bool) async
}
