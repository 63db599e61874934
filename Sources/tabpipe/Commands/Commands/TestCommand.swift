internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `tabpipe test FILE…`
struct TestCommand: Command {
    static let name = "test"
    static let group = CommandGroup.prove
    static let summary = "Runs the tests of pipeline files, without a network and without changing outputs."
    static let details: String? =
        "Tests are in the option \"tests\" of a pipeline file, or in NAME.tests.json beside NAME.json. A failed test gives the exit code 1, "
        + "and no test at all gives 2."
    static let examples = [
        "tabpipe test pipelines/case-studies.json", "tabpipe test p.json --filter titles --update",
        "tabpipe test pipelines/*.json --junit out/tests.xml",
    ]
    private let words: [String]
    private let filter: String?
    private let isUpdate: Bool
    private let allowsPrograms: Bool
    private let junit: ResultFile?

    init(arguments: inout ArgumentReader) {
        words = arguments.files()
        filter = arguments.optionalText("filter", value: "TEXT", help: "Runs only tests whose names contain this text.")
        isUpdate = arguments.flag(
            "update", help: "Writes the outputs of tests that pass everything else to the folders that they are compared with.")
        allowsPrograms = arguments.allowsPrograms()
        junit = arguments.optionalPath("junit", value: "FILE", help: "Writes the results as JUnit XML, too.").map(JUnitReport.file)
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let items = try items(context)
        guard !items.isEmpty else {
            throw UsageError(filter.map { "no test has \"\($0.printable)\" in its name" } ?? "no test was found")
        }
        try junit?.checkContent()
        let scratch = try ScratchSpace()
        let runner = TestRunner(registry: context.registry, scratch: scratch, isUpdate: isUpdate, allowsPrograms: allowsPrograms)
        let signals = SignalWatch { runner.running.stop(signal: $0) }
        defer {
            signals.end()
            scratch.remove()
        }
        let results = try await runner.run(items, jobs: ProcessInfo.processInfo.activeProcessorCount) { result in
            context.console.writeOutput(result.lines.map { $0 + "\n" }.joined())
        }
        let failed = results.count { !$0.hasPassed }
        context.console.writeOutput("\(results.count - failed) passed, \(failed) failed\n")
        try junit?.write(JUnitReport(results: results).text)
        return failed == 0 ? ExitCode.done : ExitCode.someRejected
    }

    /// Ensures that the file of `--junit` replaces nothing that the tests need.
    private func checkPath(of files: [TestFile], _ uses: [FileUse]) throws(UsageError) {
        guard let junit else { return }
        try junit.check(apartFrom: uses + files.flatMap(\.uses))
        if let (_, folder) = files.flatMap(\.folders).first(where: { junit.use.isInside($0.use) }) {
            throw UsageError("--junit names \(junit.path.printable), which is inside of the expected files \(folder.path.printable)")
        }
    }

    /// The tests to run, in the order of the files.
    ///
    /// - Throws: ``ReportedError`` after any fault of a file.
    private func items(_ context: CommandContext) throws -> [TestRunner.QueuedTest] {
        var pipelines: [String] = []
        for pipeline in words.map(TestFile.pipeline) where !pipelines.contains(pipeline) { pipelines.append(pipeline) }
        if pipelines.contains(where: { Input($0) == .standardInput }) {
            throw UsageError("tests cannot be read from standard input; name a file")
        }
        try junit?.checkPath()
        var check = TestFileCheck(registry: context.registry, console: context.console)
        let files = pipelines.flatMap { check.files(of: $0) }
        try checkPath(of: files, check.uses)
        check.checkFolders(of: files)
        if let code = check.exitCode { throw ReportedError(exitCode: code) }
        return files.flatMap { file -> [TestRunner.QueuedTest] in
            let prefix = files.count == 1 ? "" : "\(file.file): "
            return file.tests.indices.compactMap { index -> TestRunner.QueuedTest? in
                let name = file.tests[index].name
                guard filter.map({ name.contains($0) }) ?? true else { return nil }
                return TestRunner.QueuedTest(file: file, index: index, label: prefix + name)
            }
        }
    }
}
