/// An error that ends a run. Its kind decides the exit code of the program.
public struct PipelineFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The category of the failure. The raw value is the exit code, as in sysexits.h.
    public enum Kind: Int32, CaseIterable, Sendable {
        /// Malformed input, or a record that failed in a step with `on_error: "fail"`.
        case badData = 65
        /// An input file that is missing or not readable.
        case inputMissing = 66
        /// A server that is not reachable or that responds with an error.
        case remoteUnavailable = 69
        /// A bug in the program.
        case internalError = 70
        /// An output that the program cannot create.
        case cannotCreate = 73
        /// An output that the program cannot write.
        case cannotWrite = 74
        /// A temporary obstacle, such as an output that another process uses. A later run may succeed.
        case tryAgainLater = 75
        /// A part of the configuration that is wrong, such as a state that belongs to another list.
        case configurationWrong = 78
        /// The reader of standard output has closed the pipe. This is a regular end (128 + SIGPIPE).
        case outputClosed = 141
        /// A server that refuses the credentials.
        case credentialsRefused = 77
    }

    /// The category.
    public let kind: Kind
    /// One sentence that tells what happened and where, without secrets.
    public let message: String
    /// Whether every other record would fail in the same way. If a stage throws such a failure, the run ends, whatever `on_error` says.
    public let concernsAllRecords: Bool
    /// The input that is missing or cannot be read, as messages show it: ``Input/shown``; nil for other failures.
    package let input: String?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: The category.
    ///   - message: One sentence that tells what happened and where. It must contain no secrets.
    ///   - concernsAllRecords: Whether every other record would fail in the same way; nil derives it from the kind: true for
    ///     `credentialsRefused` and `tryAgainLater`.
    public init(_ kind: Kind, _ message: String, concernsAllRecords: Bool? = nil) {
        self.kind = kind
        self.message = message
        self.concernsAllRecords = concernsAllRecords ?? (kind == .credentialsRefused || kind == .tryAgainLater)
        input = nil
    }

    /// Creates a failure of the kind ``Kind/inputMissing`` that is about one input.
    ///
    /// - Parameters:
    ///   - input: The input as messages show it: ``Input/shown``.
    ///   - message: One sentence that tells what happened and where. It must contain no secrets.
    package init(inputMissing input: String, _ message: String) {
        kind = .inputMissing
        self.message = message
        concernsAllRecords = false
        self.input = input
    }

    /// The message.
    public var description: String { message }
}
