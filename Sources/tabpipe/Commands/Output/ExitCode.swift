internal import Pipeline

/// The exit codes of the program. Those of a run that failed are the raw values of `PipelineFailure.Kind`.
enum ExitCode {
    static let done: Int32 = 0
    static let someRejected: Int32 = 1
    static let usage: Int32 = 2
    /// `plan --exit-code`: a run would change something.
    static let wouldChange: Int32 = 3
    static let pipelineFileWrong: Int32 = 78
    /// The exit code of a process that a signal ended is this one plus the number of the signal.
    static let firstSignal: Int32 = 128

    /// All exit codes, for help and the manual page.
    static let all: [(codes: String, summary: String, details: String)] = {
        var rows: [(code: Int32, summary: String, details: String)] = [
            (done, "done", "Done."),
            (someRejected, "done with some records rejected", "Done, and some records were rejected; or a test of `test` has failed."),
            (usage, "usage", "The command line is wrong, or `test` has found no test."),
            (wouldChange, "something would change", "With `plan --exit-code`: a run would change something."),
        ]
        rows += PipelineFailure.Kind.allCases.map { ($0.rawValue, $0.summary, $0.details) }
        let signals = ("129, 130, 143", "interrupted", "SIGHUP, SIGINT or SIGTERM interrupted the program.")
        let sorted = rows.sorted { $0.code < $1.code }
        let split = sorted.firstIndex { $0.code > firstSignal } ?? sorted.endIndex
        func texts(_ rows: ArraySlice<(code: Int32, summary: String, details: String)>) -> [(String, String, String)] {
            rows.map { (String($0.code), $0.summary, $0.details) }
        }
        return texts(sorted[..<split]) + [signals] + texts(sorted[split...])
    }()
}

extension PipelineFailure.Kind {
    /// The short description of the failure, for the overview.
    fileprivate var summary: String {
        switch self {
        case .badData: "bad data"
        case .inputMissing: "input missing"
        case .remoteUnavailable: "remote unavailable"
        case .internalError: "internal error"
        case .cannotCreate: "output cannot be created"
        case .cannotWrite: "output cannot be written"
        case .tryAgainLater: "output in use"
        case .outputClosed: "standard output closed"
        case .credentialsRefused: "credentials refused"
        case .configurationWrong: "pipeline file wrong"
        }
    }

    /// The description of the failure in a sentence, for the manual page.
    fileprivate var details: String {
        switch self {
        case .badData: "Bad data, too many rejected records or too few written ones. No output has changed."
        case .inputMissing: "An input does not exist or cannot be read."
        case .remoteUnavailable: "The server cannot be reached, or gave no good response."
        case .internalError: "A fault of the program itself."
        case .cannotCreate: "An output cannot be created, or it exists and the run has a limit."
        case .cannotWrite: "An output cannot be written."
        case .tryAgainLater: "Another run writes an output."
        case .outputClosed: "The reader of standard output closed it."
        case .credentialsRefused: "The server refused the credentials."
        case .configurationWrong: "The pipeline file is wrong, or the state of its source is damaged or belongs to another list."
        }
    }
}

/// A fault of a command line.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The fault of a word that no operand takes.
    static func extraWord(_ word: String) -> UsageError { UsageError("one word too many: \"\(word.printable)\"") }
}

/// An error whose message has been printed.
struct ReportedError: Error {
    let exitCode: Int32
    /// The local inputs that faulty pipeline files name.
    var inputs: [String] = []
}
