/// Where records go to.
public protocol Sink: Component {
    /// What a record becomes before it is written: a line, a page, a file with its path.
    associatedtype Document: Sendable

    /// Turns a record into what is written. Runs on several records at once.
    ///
    /// - Throws: Why this record cannot be written; the step's `on_error` says what happens then.
    func render(_ record: Record) throws -> Document

    /// Has the last word on a document, for instance where two records want one path.
    ///
    /// Called once for each document, one after the other in the order of the source, before ``write(_:)`` gets it.
    ///
    /// - Throws: Why this record cannot be written; the step's `on_error` says what happens then.
    func admit(_ document: Document) throws

    /// Takes back what ``admit(_:)`` noted about a document, because another sink refused its record: ``write(_:)`` will not
    /// get it.
    func withdraw(_ document: Document)

    /// Writes all documents and returns. Runs in one task and owns the output.
    ///
    /// - Parameter documents: The documents in the order of the source. Iterating throws if the run fails upstream:
    ///   what must appear whole or not at all is then left as it was. Such output is put in place behind
    ///   ``Batches/commitPoint()``.
    /// - Throws: What ends the run. A ``PipelineFailure`` decides the exit code, anything else means that the output cannot be
    ///   written.
    func write(_ documents: Batches<Document>) async throws

    /// Whether a run that fails leaves nothing of this sink's output behind.
    var appearsWhole: Bool { get }
    /// The file or folder that is written, if it is one; rejected records go beside it.
    var outputPath: String? { get }
}

extension Sink {
    /// Every document is welcome.
    public func admit(_ document: Document) throws {}
    /// Nothing was noted.
    public func withdraw(_ document: Document) {}
    /// What was written before a failure stays.
    public var appearsWhole: Bool { false }
    /// No file.
    public var outputPath: String? { nil }
}
