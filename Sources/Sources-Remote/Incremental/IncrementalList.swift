internal import HTTP
internal import HTTPReading
internal import Pipeline
internal import SourcesLocal

/// A list that a source reads incrementally: the options `incremental` and `state` together.
struct IncrementalList: Sendable {
    let settings: IncrementalSettings
    var list: StatefulList
    let file: StateFile
    /// Receives the state of each run. The parts of a source share it.
    private(set) var output: IncrementalStateOutput
    /// Whether runs read the whole list and ignore the cursor in the state file.
    private(set) var readsAll = false

    init(_ settings: IncrementalSettings, of list: StatefulList, in file: StateFile) {
        self.settings = settings
        self.list = list
        self.file = file
        output = IncrementalStateOutput(file, of: [list])
    }

    /// Reads the options `incremental` and `state`. Call this after all options that describe the first request.
    ///
    /// - Parameters:
    ///   - options: The options of the source.
    ///   - part: The name of the part; nil for a source without parts.
    ///   - identity: Returns the identity of the list for a cursor: a jq query, or the path of a token in the response.
    /// - Returns: nil without the options, and after a problem was reported.
    static func read(
        _ options: inout OptionReader, part: String? = nil, identity: (_ cursor: String) -> ListIdentity
    ) -> IncrementalList? {
        let settings = IncrementalSettings.read(&options)
        let output = options.readIfPresent(
            "state", .outputFile,
            help: "With incremental: the file that records how far the last run has read. It appears with the outputs of the run.")
        guard let settings else {
            if output != nil { options.report("only a source with \"incremental\" keeps a state", option: "state") }
            return nil
        }
        switch output {
        case .file(let path)?:
            if !path.isSecret, CompressedFormat(ofName: path.value) != nil {
                options.report("a state is not compressed; leave the ending out", option: "state")
            }
            let list = StatefulList(part: part, identity: identity(settings.shownCursor))
            return IncrementalList(settings, of: list, in: StateFile(path: path))
        case .device(let path)?:
            options.report("expected the path of a file, found \"\(path.shown.printable)\", which is a device or a pipe", option: "state")
        case .standardOutput?: break
        case nil:
            options.report("\"incremental\" needs \"state\", the file that records how far the last run has read", option: "incremental")
        }
        return nil
    }

    /// Makes runs store their states in an output that the parts of the source share.
    ///
    /// - Parameter readsAll: Whether runs read the whole list and ignore the cursor in the state file.
    mutating func store(in output: IncrementalStateOutput, readsAll: Bool) {
        self.output = output
        self.readsAll = readsAll
    }

    /// Reads the states of the last run.
    ///
    /// - Returns: nil without them, and for a run that reads all.
    /// - Throws: ``PipelineFailure`` for a file that cannot be used.
    func stored() throws -> StoredStates? {
        if readsAll {
            try file.checkIsState()
            return nil
        }
        return try file.read()
    }

    /// Returns where a run would start now.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Throws: ``PipelineFailure`` for a state that cannot be used.
    func start(now: Double) throws -> IncrementalReading { try reading(after: try state(), now: now) }

    /// Begins to read the list in a run.
    ///
    /// - Parameters:
    ///   - stored: The states of the last run.
    ///   - now: Seconds since 1970.
    /// - Throws: ``PipelineFailure`` for a state that cannot be used.
    func begin(after stored: StoredStates?, now: Double) throws -> IncrementalReading {
        let state = try file.state(of: list, in: stored)
        let reading = try reading(after: state, now: now)
        output.begin(list, after: state)
        return reading
    }

    /// Explains which items a run would request now.
    ///
    /// - Throws: ``PipelineFailure`` for a state that cannot be used.
    func explanation() throws -> String {
        let state = try state()
        let what = try reading(after: state, now: RunContext().network.clock.wallTime()).explanation()
        if readsAll { return "reads all, and writes a new state" }
        return state == nil ? "no state yet: \(what)" : "the state is at \(state?.shown ?? ""): \(what)"
    }

    /// Explains which items a run would request now, or why the state cannot be used.
    var phrase: String {
        switch Result(catching: explanation) {
        case .success(let phrase): phrase
        case .failure(let error): error.message
        }
    }

    private func state() throws -> IncrementalState? { try file.state(of: list, in: try stored()) }

    private func reading(after state: IncrementalState?, now: Double) throws -> IncrementalReading {
        do throws(IncrementalFault) {
            return try IncrementalReading(settings, of: list.identity, after: state, now: now)
        } catch {
            if case .stateInFuture = error { throw PipelineFailure(.configurationWrong, "\(file.shown): \(error)") }
            throw PipelineFailure(.badData, "incremental: \(error)")
        }
    }

    /// Ensures that the next run can start from a new state, so that this run already reports a query that fails there.
    ///
    /// - Parameters:
    ///   - state: The state that the run would leave.
    ///   - now: Seconds since 1970.
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    func checkNextStart(after state: IncrementalState, now: Double) throws {
        do {
            _ = try reading(after: state, now: now).parameter()
        } catch let failure as PipelineFailure {
            throw PipelineFailure(failure.kind, "the next run could not start: \(failure.message)")
        }
    }
}
