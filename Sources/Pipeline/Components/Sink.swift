/// A component that writes records to an output.
///
/// Several workers call ``render(_:in:)`` concurrently. Its ``admission`` then sees the documents in order, and one task runs ``write(_:)``.
public protocol Sink: Component {
    /// The rendered form of one record: a line, a page, or a file with its path.
    associatedtype Document: Sendable

    /// Renders a record. Several workers call this concurrently.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - context: The context of the run, for instance for files that its stages wrote: ``RunContext/head(of:upTo:)``.
    /// - Throws: The reason why this record cannot be written. The step's `on_error` decides what follows.
    func render(_ record: Record, in context: RunContext) throws -> Document

    /// How documents are accepted, before ``write(_:)`` receives them; ``Admission/all`` for a sink that takes all.
    var admission: Admission<Document> { get }

    /// Writes all documents and returns. One task runs this and owns the output.
    ///
    /// - Parameter documents: The documents in the order of the source. If the run fails upstream, the iteration throws. A sink whose
    ///   output appears whole then leaves the old output unchanged. It calls ``Batches/commitPoint()`` before it renames its file.
    /// - Throws: The error that ends the run. A ``PipelineFailure`` decides the exit code. A ``RecordError`` or
    ///   ``JSONError`` counts as ``PipelineFailure/Kind/badData``, any other error as ``PipelineFailure/Kind/cannotWrite``.
    func write(_ documents: Batches<Document>) async throws

    /// The properties of the sink's output, for the engine.
    var traits: SinkTraits { get }
}

/// The functions with which a sink accepts or refuses documents, for instance so that no two documents have the same path.
public struct Admission<Document: Sendable>: Sendable {
    /// Accepts a document, or throws the reason why its record cannot be written.
    public let admit: @Sendable (inout Document) throws -> Void
    /// Reverts ``admit`` for a document.
    public let withdraw: @Sendable (Document) -> Void

    /// Accepts every document as it is.
    public static var all: Admission {
        Admission { _ in
        } withdraw: { _ in
        }
    }

    /// Accepts documents one by one.
    ///
    /// - Parameters:
    ///   - admit: Accepts a document, and may change it, such as the number at the end of its path; or throws the reason why its record
    ///     cannot be written. The step's `on_error` decides what follows. The engine calls this once for each document, one call at a time,
    ///     in the order of the source.
    ///   - withdraw: Reverts `admit` for a document, because another sink refused its record. The sink does not receive it.
    public init(admit: @escaping @Sendable (inout Document) throws -> Void, withdraw: @escaping @Sendable (Document) -> Void) {
        self.admit = admit
        self.withdraw = withdraw
    }
}

/// The properties of a sink's output, for the engine.
public struct SinkTraits: Sendable {
    /// Whether a failed run leaves the old output unchanged. Otherwise documents written before the failure stay.
    public var appearsWhole: Bool
    /// The path of the file or folder that the sink writes; nil for other outputs. The rejects file is placed beside it.
    public var path: String?
    /// What a run does to the records that earlier runs wrote. It decides whether a run may get only a part of the records.
    public var update: SinkUpdate
    /// Whether the sink writes only through a `FileOutput` or `FolderOutput`, which change nothing in a dry run and report what they would
    /// change. `plan` and dry runs call ``Sink/write(_:)`` only then, and otherwise show the output as unknown.
    ///
    /// An `OutputSink` needs no code for that. A sink that calls such an output itself returns the traits of that output.
    public var supportsPlan: Bool

    /// Creates traits.
    public init(appearsWhole: Bool = false, path: String? = nil, update: SinkUpdate = .replace, supportsPlan: Bool = false) {
        self.appearsWhole = appearsWhole
        self.path = path
        self.update = update
        self.supportsPlan = supportsPlan
    }
}
