internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The run of the pipeline of one test, with its outputs in a folder of its own and without a network.
struct TestRun {
    let registry: Registry
    let file: TestFile
    let test: PipelineTest
    /// The folder that receives all outputs.
    let outputs: String
    let allowsPrograms: Bool
    /// Receives the run while it is active.
    let running: ActiveTestRuns

    /// Runs the pipeline.
    ///
    /// - Throws: ``PipelineFileError`` if the pipeline file is wrong with the values of the test; ``PipelineFailure`` if the test cannot run.
    func run() async throws -> TestOutcome {
        var plan = try PipelineReader.read(file.pipeline, registry: registry, settings: settings)
        if let records = test.records { plan = plan.reading(records.map { Record($0) }) }
        plan = plan.keepingStages(plan.stages.range(from: test.part.first, to: test.part.last))
        plan.allowsPrograms = allowsPrograms
        try check(plan)
        let capture = RecordCapture(keepsRecords: test.expectation.records != nil)
        if test.part.last != nil || plan.sinks.isEmpty {
            plan = plan.replacing(sinks: [capture])
        } else if test.expectation.records != nil {
            plan.append(sink: capture)
        }
        let network = RunNetwork(access: .closed(recording: test.recording), now: test.now)
        let observer = TestObserver()
        let report = await running.report(of: PipelineRun(plan, options: options(plan, in: RunContext(network)), observer: observer))
        let warnings = plan.declaration.warnings + observer.messages + network.warnings + report.warnings
        let failure = report.failure.map(\.message)
        let messages = warnings + report.notes + [failure].compactMap(\.self)
        let mask = TestTextMask(plan, outputs: outputs)
        return TestOutcome(
            exitCode: report.exitCode, counts: report.counts, failure: failure.map(mask.masked), records: capture.records,
            rejects: observer.rejects, messages: messages.map(mask.masked),
            warnings: warnings.map(mask.masked), refusedRequests: network.refusedRequests.map(mask.masked),
            inputs: plan.files.filter { !$0.isWritten && !$0.isAddress && !$0.isStandardStream }.map(\.path)
                + [test.recording].compactMap(\.self), mask: mask)
    }

    private var settings: PipelineSettings {
        var parameters = test.parameters
        var settings = PipelineSettings(environment: test.environment, needsSourceAndSinks: false)
        if let input = test.input {
            // The source may name its input by a parameter that other steps use, too.
            if let parameter = file.inputParameter { parameters[parameter] = input } else { settings.sourceInput = input }
        }
        settings.parameters = parameters
        settings.missingValues = .placeholders
        settings.redirection = OutputRedirection(to: outputs)
        settings.valuesFolder = file.folder
        return settings
    }

    private func options(_ plan: PipelinePlan, in context: RunContext) -> PipelineRun.Options {
        var options = PipelineRun.Options()
        options.context = context
        options.limit = test.limit
        options.rejects = plan.rejects.map { .file($0) } ?? .none
        options.now = test.now
        return options
    }

    /// Ensures that the run has a source and its recording, and reads neither standard input nor devices.
    private func check(_ plan: PipelinePlan) throws {
        if plan.source == nil { throw PipelineFailure(.inputMissing, "the pipeline has no source, and the test no \"records\"") }
        if plan.files.contains(where: { !$0.isWritten && $0.isStandardStream }) {
            throw PipelineFailure(.inputMissing, "the pipeline reads standard input; \"from\" or \"records\" of the test replaces that")
        }
        for file in plan.files where !file.isWritten && file.isOfSystem {
            throw PipelineFailure(
                .inputMissing,
                "\(file.place): \(file.shown.printable) is a device, a pipe or a file of the system; tests read only files on a disk")
        }
        if let recording = test.recording, FilePath.kind(of: recording) != .folder {
            throw PipelineFailure(
                .inputMissing, "the recording \(recording) is missing; `tabpipe run FILE --record FOLDER` writes one")
        }
    }
}

/// Collects the messages and rejects of the run of a test. A class, because several tasks call it.
private final class TestObserver: RunObserver {
    /// The largest number of messages and rejects that a test keeps.
    private static let maxKept = 10_000

    private struct State {
        var messages: [String] = []
        var rejects: [Reject] = []
    }

    private let state = Mutex(State())

    /// The messages so far, without `warning:`.
    var messages: [String] { state.withLock { $0.messages } }
    var rejects: [Reject] { state.withLock { $0.rejects } }

    func warn(_ warning: RunWarning) {
        let place = warning.kind == .message ? (warning.step.isEmpty ? "debug: " : "debug in \(warning.step): ") : ""
        let origin = warning.origin.isUnknown ? "" : "\(warning.origin.description): "
        add(origin + place + warning.text)
    }

    func reject(_ reject: Reject) {
        state.withLock { state in
            if state.rejects.count < Self.maxKept { state.rejects.append(reject) }
        }
        add("\(reject.origin.description): rejected by \(reject.stage): \(reject.reason)")
    }

    private func add(_ message: String) {
        state.withLock { state in
            if state.messages.count < Self.maxKept { state.messages.append(message) }
        }
    }
}

/// A sink that keeps records in memory, for tests that compare them. A class, because the test reads what the run has stored.
private final class RecordCapture: Sink {
    static let name = "capture"
    static let summary = "Keeps records in memory for a test."
    static let example = ""
    /// The largest number of records that a test compares.
    static let maxRecords = 10_000

    private let keepsRecords: Bool
    private let stored = Mutex<[JSONValue]>([])

    /// - Parameter keepsRecords: Whether the test compares records. Otherwise their number has no limit.
    init(keepsRecords: Bool) { self.keepsRecords = keepsRecords }

    /// No pipeline file can name this sink.
    init(options: inout OptionReader) { keepsRecords = false }

    /// The records so far.
    var records: [JSONValue] { stored.withLock { $0 } }

    var hooks: Hooks { .none }
    var admission: Admission<JSONValue> { .all }
    var traits: SinkTraits { SinkTraits() }

    func render(_ record: Record, in context: RunContext) -> JSONValue { keepsRecords ? record.value : .null }

    func write(_ documents: Batches<JSONValue>) async throws {
        for try await batch in documents where keepsRecords {
            let count = stored.withLock { records in
                records += batch
                return records.count
            }
            guard count <= Self.maxRecords else {
                throw PipelineFailure(.badData, "a test compares at most \(Self.maxRecords) records; \"limit\" makes it read fewer")
            }
        }
    }
}

/// Removes from the texts of a test what its result must not show: secrets, and the path of the temporary folder.
struct TestTextMask: Sendable {
    private let secrets: SecretValues
    private let learned: LearnedSecrets
    private let outputs: String

    /// - Parameter outputs: The temporary folder with the outputs.
    init(_ plan: PipelinePlan, outputs: String) {
        secrets = plan.secrets
        learned = plan.learnedSecrets
        self.outputs = outputs
    }

    func masked(_ text: String) -> String {
        var secrets = secrets
        secrets.formUnion(learned.snapshot)
        return AddressMask.masked(in: secrets.masked(text.replacing(outputs + "/", with: "")))
    }

    /// A failure whose texts show neither secrets nor the temporary folder.
    func masked(_ failure: TestFailure) -> TestFailure {
        TestFailure(path: failure.path, message: masked(failure.message), details: failure.details.map(masked))
    }
}
