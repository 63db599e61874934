internal import Pipeline
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Runs tests and compares their results with what they expect.
struct TestRunner: Sendable {
    /// A test to run, with its number and its label.
    struct QueuedTest: Sendable {
        let file: TestFile
        /// The number of the test in its file.
        let index: Int
        let label: String

        var test: PipelineTest { file.tests[index] }
    }

    let registry: Registry
    let scratch: ScratchSpace
    /// Whether to replace the expected outputs of tests that pass all other checks.
    let isUpdate: Bool
    /// Whether the pipelines may start programs.
    let allowsPrograms: Bool
    /// The active runs. A signal stops them.
    let running = ActiveTestRuns()

    /// Runs tests, several at a time.
    ///
    /// - Parameters:
    ///   - items: The tests.
    ///   - jobs: The largest number of tests at a time.
    ///   - show: Receives the results in the order of the tests.
    /// - Throws: ``ReportedError`` after a signal, once no test writes anything.
    func run(_ items: [QueuedTest], jobs: Int, show: (TestResult) -> Void) async throws(ReportedError) -> [TestResult] {
        let results = await results(of: items, jobs: jobs, show: show)
        if let signal = running.signal { throw ReportedError(exitCode: ExitCode.firstSignal + signal) }
        return results
    }

    private func results(of items: [QueuedTest], jobs: Int, show: (TestResult) -> Void) async -> [TestResult] {
        await withTaskGroup(of: (Int, TestResult).self) { group in
            var results: [TestResult?] = Array(repeating: nil, count: items.count)
            var next = 0
            var shown = 0
            func start() {
                guard next < items.count, running.signal == nil else { return }
                let number = next
                next += 1
                group.addTask { (number, await result(of: items[number], number: number)) }
            }
            for _ in 0..<jobs { start() }
            while let (number, result) = await group.next() {
                results[number] = result
                start()
                // A test that a signal has stopped has no result.
                while running.signal == nil, shown < results.count, let result = results[shown] {
                    show(result)
                    shown += 1
                }
            }
            return results.compactMap(\.self)
        }
    }

    private func result(of item: QueuedTest, number: Int) async -> TestResult {
        let start = ContinuousClock.now
        var result = TestResult(label: item.label, test: item.test.name, file: item.file, index: item.index)
        let path = "tests[\(item.index)]"
        var failures: [TestFailure] = []
        do {
            let outputs = try scratch.outputs(of: number)
            let run = TestRun(
                registry: registry, file: item.file, test: item.test, outputs: outputs, allowsPrograms: allowsPrograms, running: running)
            let outcome = try await run.run()
            let check = ExpectationCheck(expectation: item.test.expectation, outcome: outcome, path: path)
            failures = check.failures
            if let names = item.test.expectation.files, check.ends.isEmpty {
                let snapshot = SnapshotFolder(tests: item.file.folder, names: names)
                if isUpdate, failures.isEmpty, running.signal == nil {
                    try snapshot.check(apartFrom: outcome.inputs + [item.file.file, item.file.pipeline])
                    result.updated = try snapshot.update(from: outputs)
                }
                failures += try snapshot.failures(comparedTo: outputs, path: "\(path).expect.files").map(outcome.mask.masked)
            }
        } catch let error as PipelineFileError {
            failures.append(
                TestFailure(path: path, message: "the pipeline is wrong with the values of this test:", details: error.messages))
        } catch {
            failures.append(TestFailure(path: path, message: error.message))
        }
        result.failures = failures.map { (item.file.place(of: $0.path), $0) }
        result.seconds = start.duration(to: .now) / .seconds(1)
        return result
    }
}

/// The result of one test.
struct TestResult: Sendable {
    /// The name of the test, with the file in front of it where several have tests.
    let label: String
    let test: String
    let file: TestFile
    /// The number of the test in its file.
    let index: Int
    /// The failures with their places; empty if the test passed.
    var failures: [(place: FilePlace, failure: TestFailure)] = []
    /// The files that `--update` has written.
    var updated: [String] = []
    var seconds = 0.0

    var hasPassed: Bool { failures.isEmpty }

    /// The lines of the result: the name, and the failures.
    var lines: [String] {
        let time = FixedDecimals.text(seconds, places: 2)
        var lines = ["\(hasPassed ? "ok" : "FAILED") \(label) in \(time) s"]
        for (place, failure) in failures {
            lines.append("  \(place.file):\(place.line):\(place.column): \(place.path): \(failure.message)")
            lines += failure.details.map { "    \($0)" }
        }
        lines += updated.map { "  updated \($0)" }
        return lines.map(\.printable)
    }
}

/// The runs of tests that are active, so that a signal can stop them. A class, because tests and the handler of signals share it.
final class ActiveTestRuns: Sendable {
    private struct State {
        var runs: [ObjectIdentifier: PipelineRun] = [:]
        var signal: Int32?
    }

    private let state = Mutex(State())

    /// The number of the signal that has stopped the tests; nil for none.
    var signal: Int32? { state.withLock { $0.signal } }

    /// Stops all runs, also those that begin later.
    func stop(signal: Int32) {
        let runs = state.withLock { state in
            state.signal = state.signal ?? signal
            return state.runs.values.map(\.self)
        }
        for run in runs { run.stop(signal: signal) }
    }

    /// Runs a pipeline to its end.
    func report(of run: PipelineRun) async -> RunReport {
        let signal = state.withLock { state in
            state.runs[ObjectIdentifier(run)] = run
            return state.signal
        }
        if let signal { run.stop(signal: signal) }
        let report = await run.run()
        state.withLock { _ = $0.runs.removeValue(forKey: ObjectIdentifier(run)) }
        return report
    }
}

/// A temporary folder with one folder for the outputs of each test.
struct ScratchSpace: Sendable {
    private let path: String

    /// Creates the folder, which other users cannot read.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    init() throws {
        // A symbolic link in the path, such as /tmp on macOS, would make paths in messages differ.
        path =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent("tabpipe-test-\(UUID().uuidString)")
            .path
        try ConfinedFolder.makePrivate(at: path)
    }

    /// The folder for the outputs of a test. Files beside an output folder stay in the folder of the test, too.
    func outputs(of number: Int) throws -> String {
        let folder = "\(path)/\(number)"
        try ConfinedFolder.makePrivate(at: folder)
        try ConfinedFolder.makePrivate(at: folder + "/outputs")
        return folder + "/outputs"
    }

    /// Removes the folder with all outputs.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
