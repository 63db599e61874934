internal import HTTP
internal import JSONParsing
internal import Pipeline

/// The run of the pipeline of one test, with its outputs in a folder of its own and without a network.
struct TestRun {
    let registry: Registry
    let file: TestFile
    let test: PipelineTest
    /// The folder that receives all outputs.
    let outputs: String
    let allowsPrograms: Bool
    /// Receives the run while it is active.
    let running: RunningTests

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
        let report = await RunNetwork.$current.withValue(network) { [plan] in
            await running.report(of: PipelineRun(plan, options: options(plan), observer: observer))
        }
        let warnings = plan.warnings + observer.messages + network.warnings + report.warnings
        let failure = report.failure.map(\.message)
        let messages = warnings + report.notes + [failure].compactMap(\.self)
        let mask = TestMask(plan, outputs: outputs)
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

    private func options(_ plan: PipelinePlan) -> PipelineRun.Options {
        var options = PipelineRun.Options()
        options.limit = test.limit
        options.rejects = plan.rejects.map { .file($0) } ?? .none
        options.now = test.now
        return options
    }

    /// Ensures that the run has all that it reads.
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
