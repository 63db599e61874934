/// State that determines the exit code of `query`. Exit codes are those of jq.
struct QueryStatus: Sendable {
    static let isFalse: Int32 = 1
    static let unreadable: Int32 = 2
    static let wrongProgram: Int32 = 3
    static let noOutput: Int32 = 4
    static let failed: Int32 = 5

    /// Whether the last output is neither false nor null; nil without an output.
    var lastOutputIsTrue: Bool?
    /// Whether the last input ended with an error.
    var hasFailed = false
    /// Whether an input could not be read.
    var hasUnreadableInput = false
    /// The code that `halt` or `halt_error` has asked for.
    var haltCode: Int32?
    /// Whether the writing of outputs has ended: the reader of standard output has closed it, or `--first` wanted no more.
    var isEnded = false

    /// Adds the status of later inputs.
    mutating func add(_ later: QueryStatus, hasInputs: Bool) {
        lastOutputIsTrue = later.lastOutputIsTrue ?? lastOutputIsTrue
        if hasInputs { hasFailed = later.hasFailed }
        hasUnreadableInput = hasUnreadableInput || later.hasUnreadableInput
        haltCode = later.haltCode ?? haltCode
        isEnded = isEnded || later.isEnded
    }

    /// - Parameter dependsOnOutput: Whether the last output decides (`--exit-status`).
    func exitCode(dependsOnOutput: Bool) -> Int32 {
        if hasUnreadableInput { return Self.unreadable }
        if let haltCode, haltCode != 0 { return haltCode }
        if haltCode == nil, hasFailed { return Self.failed }
        guard dependsOnOutput, haltCode == nil else { return ExitCode.done }
        return switch lastOutputIsTrue {
        case nil: Self.noOutput
        case false?: Self.isFalse
        case true?: ExitCode.done
        }
    }
}
