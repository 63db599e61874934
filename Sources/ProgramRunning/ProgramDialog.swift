/// The protocol of one program: which bytes to send, and what received lines mean. It never blocks; ``ProgramLoop`` carries the bytes.
public protocol ProgramDialog: Sendable {
    /// A result for the task that works with the program.
    associatedtype Answer: Sendable
    /// Cuts the program's output into pieces that the dialog understands.
    associatedtype Reader: ProgramOutputReader

    /// Whether the program has to run now.
    var wantsProgram: Bool { get }
    /// Whether no program has to run any more.
    var isOver: Bool { get }
    /// Whether the input ends after the bytes that ``takeInput(at:)`` has returned.
    var endsInput: Bool { get }
    /// Whether the program may see the end of its input when it is stopped early. Otherwise it is killed before.
    var mayEndEarly: Bool { get }
    /// Whether output may be read. It is false while too many answers wait.
    var wantsOutput: Bool { get }
    /// Whether many lines are on their way, so that waiting a moment for the next ones costs nothing.
    var isBusy: Bool { get }
    /// The time at which the program is stopped, and the reason as a clause whose subject is the program.
    var deadline: (time: ContinuousClock.Instant, reason: String)? { get }
    /// Whether the dialog has answers that the caller has not taken.
    var hasAnswers: Bool { get }

    /// Reacts to a deadline that has passed.
    ///
    /// - Parameters:
    ///   - reason: The reason that came with the deadline.
    ///   - now: The present time.
    /// - Returns: Whether the program has to be stopped. If not, the dialog has another deadline now.
    mutating func timeIsUp(because reason: String, at now: ContinuousClock.Instant) -> Bool
    /// The program was started.
    mutating func started(at now: ContinuousClock.Instant)
    /// The program cannot be started. The dialog is over then.
    mutating func cannotStart(because reason: String)
    /// Takes the next bytes to send; nil if there are none now. All earlier ones have been sent.
    mutating func takeInput(at now: ContinuousClock.Instant) -> [UInt8]?
    /// The program has taken bytes.
    mutating func sent(isAll: Bool, at now: ContinuousClock.Instant)
    /// The program has the end of its input.
    mutating func inputEnded(at now: ContinuousClock.Instant)
    /// The program has written pieces of output, such as lines.
    mutating func receive(_ pieces: [Reader.Piece], at now: ContinuousClock.Instant)
    /// The program has closed its input, and runs on. It gets no further bytes.
    mutating func inputClosed(at now: ContinuousClock.Instant)
    /// The program has closed its output, and runs on.
    mutating func outputClosed(at now: ContinuousClock.Instant)
    /// The program has ended, and its output was read.
    mutating func ended(_ end: ProgramEnd)
    /// Takes the answers that wait.
    mutating func takeAnswers(at now: ContinuousClock.Instant) -> [Answer]
}

extension ProgramDialog {
    /// The time that a program gets to end by itself.
    public static var grace: Duration { .seconds(2) }

    /// A program that is late is stopped.
    public mutating func timeIsUp(because reason: String, at now: ContinuousClock.Instant) -> Bool { true }
}

/// Cuts the output of one run of a program into pieces.
public protocol ProgramOutputReader: Sendable {
    /// A part of the output, such as a line.
    associatedtype Piece: Sendable

    /// - Parameter limit: The limit of a command's output, in bytes: see ``ProgramCommand/outputLimit``.
    init(limit: Int)
    /// Reads a piece of output.
    ///
    /// - Parameter bytes: The bytes, which may end anywhere; none at the end of the output.
    /// - Returns: The pieces that are complete.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> [Piece]
}

/// How a program ended.
public struct ProgramEnd: Sendable, Equatable {
    /// The end without its reason.
    public enum Status: Sendable, Equatable {
        /// The status of the program.
        case exited(Int32)
        /// The number of the signal that ended the program.
        case signalled(Int32)
        /// The guard process, which reports the end of the program, was killed.
        case unknown
    }

    /// The exit code or signal of the program.
    public let status: Status
    /// The reason why this process ended the program; nil if it ended by itself.
    public var stopReason: String?

    /// - Parameters:
    ///   - status: How it ended.
    ///   - stopReason: The reason why this process ended the program; nil if it ended by itself.
    public init(status: Status, stopReason: String? = nil) {
        self.status = status
        self.stopReason = stopReason
    }

    /// Whether the program ended by itself, with the status 0.
    public var isSuccess: Bool { status == .exited(0) && stopReason == nil }

    /// The end as a clause whose subject is the program.
    public var words: String {
        if let stopReason { return stopReason }
        return switch status {
        case .exited(let code): "exited with the status \(code)"
        case .signalled(let number): "was ended by the signal \(number)\(Self.names[number].map { " (\($0))" } ?? "")"
        case .unknown: "was lost: its guard process was killed"
        }
    }

    /// The names of signals whose numbers are the same everywhere.
    private static let names: [Int32: String] = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE",
        14: "SIGALRM", 15: "SIGTERM",
    ]
}

extension ProgramEnd.Status {
    /// Decodes a wait status of `waitpid`.
    init(waitStatus: Int32) {
        self = waitStatus & 0x7F == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(waitStatus & 0x7F)
    }
}
