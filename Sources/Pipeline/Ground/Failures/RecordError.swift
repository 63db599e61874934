/// An error that concerns one record. The step's `on_error` decides whether the record is rejected or dropped, or the run stops.
public struct RecordError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, in one sentence.
    public let reason: String
    /// The place in the record as a path such as `.sections[2].title`; nil if the error concerns the whole record.
    public let path: String?
    /// The category of the failure behind the error; nil if the record itself is wrong.
    let cause: PipelineFailure.Kind?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: What was expected and what was found, in one sentence.
    ///   - path: The place in the record as a path such as `.sections[2].title`.
    public init(_ reason: String, at path: String? = nil) {
        self.reason = reason
        self.path = path
        cause = nil
    }

    /// Creates an error for a record that cannot be processed because of a failure elsewhere.
    ///
    /// Package access: only the stage `hydrate` asks a server about one record. An unavailable server is no fault of the record.
    package init(_ failure: PipelineFailure, at path: String? = nil) {
        reason = failure.message
        self.path = path
        cause = failure.kind
    }

    /// The reason, after the path if there is one.
    public var description: String { (path.map { "\($0): " } ?? "") + reason }
}
