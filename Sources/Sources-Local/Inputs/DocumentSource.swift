internal import HTTP

/// A source that reads documents from files, standard input or URLs, one after the other.
protocol DocumentSource: RemoteSource {
    var documents: InputDocuments { get }
}

extension DocumentSource {
    package var cache: CacheSettings? { documents.settings.cache }
    package var remote: RemoteClient? { RemoteClient(documents.inputs, documents.settings) }
}
