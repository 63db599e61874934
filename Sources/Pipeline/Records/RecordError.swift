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

extension ConfinedFolder {
    /// Splits a path made from content into the names of the folders and of the file.
    ///
    /// - Throws: ``RecordError`` if the path could lead out of its folder, is too long, or has a reserved name.
    package static func split(_ path: String) throws(RecordError) -> [String] {
        guard path.utf8.count <= maxPathBytes else {
            throw RecordError("the path \"\(path.prefix(40).printable)…\" is longer than \(maxPathBytes) bytes")
        }
        func fault(_ reason: String) -> RecordError { RecordError("the path \"\(path.printable)\" \(reason)") }
        if path.utf8.first == UInt8(ascii: "/") { throw fault("is absolute; it has to stay inside the output folder") }
        if path.utf8.contains(0) { throw fault("holds a NUL character") }
        let names = FilePath.names(in: path)
        if names.contains("..") { throw fault("leads out of the output folder") }
        if names.contains("") || names.contains(".") { throw fault("has an empty part") }
        if let own = names.first(where: { $0.hasPrefix(ownPrefix) }) {
            throw fault("holds the name \"\(own.printable)\"; names that begin with \(ownPrefix) are those of temporary files")
        }
        guard names.count <= maxDepth else {
            throw RecordError("the path \"\(path.prefix(40).printable)…\" has more than \(maxDepth) names")
        }
        if let long = names.first(where: { $0.utf8.count > maxNameBytes }) {
            throw RecordError("the file name \"\(long.prefix(40).printable)…\" is longer than \(maxNameBytes) bytes")
        }
        return names
    }
}
