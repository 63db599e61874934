/// A source that reads documents from files, standard input or URLs, one after the other.
protocol DocumentSource: RemoteSource {
    var documents: InputDocuments { get }
}

extension DocumentSource {
    var cache: CacheSettings? { documents.settings.cache }
    var remote: RemoteClient? { RemoteClient(documents.inputs, documents.settings) }
}
