internal import JSONParsing
internal import JSONQuery
internal import SourcesLocal

/// A jq program of `query`. To stream long JSON texts, it is split into the path at its beginning and the rest.
struct QueryProgram: Sendable {
    private let whole: Query
    /// The path to the values that are streamed out of long JSON texts; nil if texts are read whole.
    let path: [JSONPathStep]?
    /// The program behind the path; nil if the path is the whole program.
    private let rest: Query?
    /// One program for each step of the path.
    private let steps: [Query]
    private let limits: QueryLimits

    /// - Parameters:
    ///   - streams: Whether values may be streamed out of long JSON texts.
    ///   - maxMemory: The memory limit in bytes.
    init(_ query: Query, streams: Bool, maxMemory: Int) {
        // As in jq, a program may take any number of steps. Depth is limited, because releasing a nested value recurses on the stack.
        limits = QueryLimits(
            maxDepth: 20_000, maxCalls: 10_000_000, maxSteps: .max, maxLength: 1 << 31, maxElements: 1 << 32, maxMemory: maxMemory)
        whole = query
        // While a text is streamed, `input` would have to return the next text.
        let parts = streams && !query.takesInputs ? query.splitAtPath() : nil
        let steps = (parts?.steps ?? []).compactMap { try? Query(JSONPathStep.text(of: [$0])) }
        path = parts?.steps
        rest = parts?.rest
        self.steps = steps
    }

    /// Whether the program takes further inputs itself.
    var takesInputs: Bool { whole.takesInputs }

    private init(whole: Query, path: [JSONPathStep]?, rest: Query?, steps: [Query], limits: QueryLimits) {
        self.limits = limits
        self.whole = whole
        self.path = path
        self.rest = rest
        self.steps = steps
    }

    /// A copy for another thread. Threads that share nodes slow each other down.
    func recompiled() -> QueryProgram {
        QueryProgram(
            whole: whole.recompiled(), path: path, rest: rest.map { $0.recompiled() }, steps: steps.map { $0.recompiled() },
            limits: limits)
    }

    /// Runs the program on a value.
    func run(_ value: JSONValue, host: any QueryHost, yield: (consuming JSONValue) throws -> Void) throws {
        try whole.run(value, limits: limits, host: host, yield: yield)
    }

    /// Runs the program on a streamed value: first the steps of the path that the reader has not taken, then the rest.
    func run(_ element: QueryInputBatch.Element, host: any QueryHost, yield: (consuming JSONValue) throws -> Void) throws {
        try run(element.value, step: steps.count - element.missingSteps, host: host, yield: yield)
    }

    private func run(
        _ value: JSONValue, step: Int, host: any QueryHost, yield: (consuming JSONValue) throws -> Void
    ) throws {
        guard step < steps.count else {
            if let rest { return try rest.run(value, limits: limits, host: host, yield: yield) }
            return try yield(value)
        }
        try steps[step].run(value, limits: limits, host: host) { try run($0, step: step + 1, host: host, yield: yield) }
    }
}

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
    /// Whether some input could not be opened or read, which sets the exit code.
    var hasUnreadableInput = false
    /// The exit code of `halt` or `halt_error`; nil if the program called neither.
    var haltCode: Int32?
    /// Whether the writing of outputs has ended: the reader of standard output has closed it, or `--first` wanted no more.
    var isEnded = false

    /// Merges the status of the next inputs. Their last output and input replace the earlier ones; an unreadable input stays recorded.
    ///
    /// - Parameters:
    ///   - later: The status of the next inputs.
    ///   - hasInputs: Whether there was an input among them, so that its success clears an earlier error.
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
