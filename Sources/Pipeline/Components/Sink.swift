/// A component that writes records to an output.
///
/// Several workers call ``render(_:)`` concurrently. ``admit(_:)`` then sees the documents in order, and one task runs ``write(_:)``.
public protocol Sink: Component {
    /// The rendered form of one record: a line, a page, or a file with its path.
    associatedtype Document: Sendable

    /// Renders a record. Several workers call this concurrently.
    ///
    /// - Throws: The reason why this record cannot be written. The step's `on_error` decides what follows.
    func render(_ record: Record) throws -> Document

    /// Accepts a document, or throws if it conflicts with an earlier one, for instance because both have the same path.
    ///
    /// The engine calls this once for each document, one call at a time, in the order of the source, before ``write(_:)`` receives it.
    ///
    /// - Throws: The reason why this record cannot be written. The step's `on_error` decides what follows.
    func admit(_ document: Document) throws

    /// Accepts a document, and may change it, such as the number at the end of its path. A sink implements this in place of ``admit(_:)``.
    ///
    /// - Throws: As ``admit(_:)``.
    func admit(changing document: inout Document) throws

    /// Reverts ``admit(_:)`` for a document, because another sink refused its record. ``write(_:)`` will not receive it.
    func withdraw(_ document: Document)

    /// Writes all documents and returns. One task runs this and owns the output.
    ///
    /// - Parameter documents: The documents in the order of the source. If the run fails upstream, the iteration throws. A sink whose
    ///   output appears whole then leaves the old output unchanged. It calls ``Batches/commitPoint()`` before it renames its file.
    /// - Throws: The error that ends the run. A ``PipelineFailure`` decides the exit code. A ``RecordError`` or
    ///   ``JSONError`` counts as ``PipelineFailure/Kind/badData``, any other error as ``PipelineFailure/Kind/cannotWrite``.
    func write(_ documents: Batches<Document>) async throws

    /// Whether a failed run leaves the old output unchanged.
    var appearsWhole: Bool { get }
    /// The path of the file or folder that the sink writes; nil for other outputs. The rejects file is placed beside it.
    var outputPath: String? { get }
    /// What a run does to the records that earlier runs wrote. It decides which runs may get a part of the records.
    var update: SinkUpdate { get }
    /// Whether the sink writes nothing but a ``FileOutput`` or ``FolderOutput``, which change nothing in a dry run and tell what they would
    /// change. `plan` and dry runs call ``write(_:)`` only then.
    ///
    /// An ``OutputSink`` needs no code for that. A sink that calls such an output itself returns true:
    ///
    ///     var supportsPlan: Bool { true }
    ///
    ///     func write(_ documents: Batches<String>) async throws {
    ///         try await output.fill(from: documents) { documents, file in … }
    ///     }
    ///
    /// A sink that writes in another way, such as to a database, leaves this false. `plan` then shows its output as unknown.
    var supportsPlan: Bool { get }
}

extension Sink {
    /// Accepts every document.
    public func admit(_ document: Document) throws {}
    /// Accepts the document as it is, if ``admit(_:)`` does.
    public func admit(changing document: inout Document) throws { try admit(document) }
    /// Does nothing, because the default ``admit(_:)`` stores nothing.
    public func withdraw(_ document: Document) {}
    /// False: documents written before a failure stay.
    public var appearsWhole: Bool { false }
    /// No path.
    public var outputPath: String? { nil }
    /// False: a dry run does not call ``write(_:)``, and shows the output as unknown.
    public var supportsPlan: Bool { false }
    /// The output holds the records of one run.
    public var update: SinkUpdate { .replace }
}
