/// Why a run ended before its time. The kind decides the exit code of the program.
public struct PipelineFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong, and the exit code that says so (as in sysexits.h).
    public enum Kind: Int32, CaseIterable, Sendable {
        /// Data that cannot be read, or a record that failed where that stops the run.
        case badData = 65
        /// A file that is not there, or that may not be read.
        case inputMissing = 66
        /// A server that gave no good answer.
        case remoteUnavailable = 69
        /// A fault of the program itself.
        case internalError = 70
        /// An output that cannot be created.
        case cannotCreate = 73
        /// An output that cannot be written.
        case cannotWrite = 74
        /// The run cannot go on now, and may be tried again later: an output is in use by another process.
        case tryAgainLater = 75
        /// The reader of standard output has closed it: no fault, but an end (128 + SIGPIPE).
        case outputClosed = 141
        /// Credentials that were refused.
        case credentialsRefused = 77
    }

    /// The kind of failure.
    public let kind: Kind
    /// What happened, where, in one sentence.
    public let message: String

    /// Makes a failure.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
