/// How a program ended.
struct ProgramEnd: Sendable, Equatable {
    enum Status: Sendable, Equatable {
        case exited(Int32)
        case signalled(Int32)
        /// The process that watches it was killed.
        case unknown
    }

    let status: Status
    /// The reason why this process ended the program; nil if it ended by itself.
    var stopReason: String?

    /// Whether the program ended by itself, with the status 0.
    var isSuccess: Bool { status == .exited(0) && stopReason == nil }

    /// The end as a clause whose subject is the program.
    var words: String {
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
    /// Decodes what `waitpid` gives.
    init(waitStatus: Int32) {
        self = waitStatus & 0x7F == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(waitStatus & 0x7F)
    }
}
