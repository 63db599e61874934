internal import Pipeline

/// Reads pipeline files and their tests, and prints the problems of all of them.
struct TestFileCheck {
    let registry: Registry
    let console: Console
    /// The exit code of the worst problem; nil without a problem.
    private(set) var exitCode: Int32?

    init(registry: Registry, console: Console) {
        self.registry = registry
        self.console = console
    }

    /// Checks a pipeline, and reads its tests: those in its file and those in the file beside it.
    mutating func files(of pipeline: String) -> [TestFile] {
        var files: [TestFile] = []
        let (registry, console) = (registry, console)
        reporting {
            var settings = PipelineSettings(needsSourceAndSinks: false)
            settings.missingValues = .allow
            let plan = try PipelineReader.read(pipeline, registry: registry, settings: settings)
            console.hide(plan.secrets)
        }
        let beside = TestFile.path(beside: pipeline)
        for file in [pipeline, beside] where file == pipeline || FilePath.kind(of: file) != nil {
            reporting {
                if let tests = try TestFile.read(file, of: pipeline) { files.append(tests) }
            }
        }
        return files
    }

    /// Checks the tests of one file.
    ///
    /// - Returns: Whether there is no problem.
    mutating func isGood(testsIn file: String, of pipeline: String) -> Bool {
        if Input(file) == .standardInput { return true }
        return reporting { _ = try TestFile.read(file, of: pipeline) }
    }

    @discardableResult
    private mutating func reporting(_ read: () throws -> Void) -> Bool {
        do {
            try read()
            return true
        } catch let error as PipelineFileError {
            console.report(error)
            exitCode = max(exitCode ?? 0, ExitCode.pipelineFileWrong)
        } catch {
            console.error(error.message)
            let code = (error as? PipelineFailure)?.kind.rawValue ?? PipelineFailure.Kind.internalError.rawValue
            exitCode = max(exitCode ?? 0, code)
        }
        return false
    }
}
