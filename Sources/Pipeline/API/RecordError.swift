/// Why a record cannot go on.
public struct RecordError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was wanted and what was found, in one sentence.
    public let reason: String
    /// The place in the record, as a JSON path such as `.sections[2].title`, if there is one.
    public let path: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: What was wanted and what was found, in one sentence.
    ///   - path: The place in the record, as a JSON path.
    public init(_ reason: String, at path: String? = nil) {
        self.reason = reason
        self.path = path
    }

    /// The path, if there is one, and the reason.
    public var description: String { (path.map { "\($0): " } ?? "") + reason }
}
