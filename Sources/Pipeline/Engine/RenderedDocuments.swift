/// Documents on their way from a worker to a sink, the gaps where rendering failed included.
protocol RenderedDocuments: Sendable {}

/// The documents of one sink.
struct Rendered<Document: Sendable>: RenderedDocuments {
    var documents: [Document?]
}
