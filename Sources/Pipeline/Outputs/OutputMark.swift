internal import Checksums

/// The path and size of an output, stored in the state of the run that wrote the output. A later run compares the mark with the output, and
/// notices if the output is missing, or is older or newer than the state.
///
/// Package access: the state of an incremental source stores the marks of sinks; plug-ins have no state.
package struct OutputMark: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        /// A file with its length in bytes.
        case file(bytes: Int)
        case folder(hasFiles: Bool)

        /// Whether the output holds nothing.
        var isEmpty: Bool { self == .file(bytes: 0) || self == .folder(hasFiles: false) }
    }

    /// The path as the pipeline names it, or a hash of a secret one.
    package let path: String
    package let content: Content

    package init(path: String, content: Content) {
        self.path = path
        self.content = content
    }

    init(_ path: MaskedText, _ content: Content) {
        self.init(path: path.isSecret ? "sha256:\(SHA256Hasher.hex(of: Array(path.value.utf8)))" : path.value, content: content)
    }
}

/// An output of a sink whose content later runs find again.
package protocol StateTrackedOutput: OutputTarget {
    /// The path of the file or folder; nil for a stream.
    var markedPath: MaskedText? { get }
    /// The present content; nil if there is no file. A missing folder counts as empty, because the lock of the run creates it.
    var presentContent: OutputMark.Content? { get }
    /// The content after the prepared output is in place; nil before it is prepared.
    var preparedContent: OutputMark.Content? { get }
    /// Whether the output is a folder of files.
    var isFolder: Bool { get }
}

extension StateTrackedOutput {
    /// The mark of a prepared output; nil for a stream.
    var preparedMark: OutputMark? {
        guard let path = markedPath, let content = preparedContent else { return nil }
        return OutputMark(path, content)
    }
}

/// The state of an incremental source, which stores the marks of the outputs that go with it.
///
/// Package access: the built-in HTTP source keeps a state; plug-ins have none.
package protocol OutputState: RunOutput {
    /// The path of the file in messages.
    var shown: String { get }

    /// Reads the marks of the outputs of the run that wrote the state.
    ///
    /// - Throws: ``PipelineFailure`` for a state that cannot be used.
    func marks() throws -> StoredMarks

    /// Sets the marks of the outputs of this run, before ``RunOutput/prepare()``.
    func mark(_ outputs: [OutputMark])
}

/// The marks of outputs in a state, or the reason why there are none.
///
/// Package access: the built-in HTTP source keeps a state; plug-ins have none.
package enum StoredMarks: Equatable, Sendable {
    /// There is no state.
    case noState
    /// The run reads all records, and replaces the state.
    case replaced
    /// An older version of the program wrote the state, without marks.
    case unknown
    case outputs([OutputMark])
}
