internal import Pipeline

/// Reads pipeline files and their tests, and prints the problems of all of them.
struct TestFileCheck {
    let registry: Registry
    let console: Console
    /// The exit code of the worst problem; nil without a problem.
    private(set) var exitCode: Int32?
    /// The pipeline files, and the files that they name.
    private(set) var uses: [FileUse] = []

    init(registry: Registry, console: Console) {
        self.registry = registry
        self.console = console
    }

    /// Checks a pipeline, and reads its tests: those in its file and those in the file beside it.
    mutating func files(of pipeline: String) -> [TestFile] {
        var files: [TestFile] = []
        var uses = [FileUse(.input, pipeline, place: "the pipeline file", range: nil)]
        let (registry, console) = (registry, console)
        let isGood = reporting {
            var settings = PipelineSettings(needsSourceAndSinks: false)
            settings.missingValues = .allow
            let plan = try PipelineReader.read(pipeline, registry: registry, settings: settings)
            console.hide(plan.secrets)
            uses += plan.files
        }
        self.uses += uses
        // An unreadable file has been reported already.
        if !isGood, FilePath.kind(of: pipeline) != .regular { return [] }
        for file in Self.files(withTestsOf: pipeline) {
            reporting {
                if let tests = try TestFile.read(file, of: pipeline) { files.append(tests) }
            }
        }
        return files
    }

    /// Ensures that no two files have tests whose expected outputs share a folder. ``TestFile`` checks the tests of one file.
    mutating func checkFolders(of files: [TestFile]) {
        var earlier: [(use: FileUse, file: TestFile, index: Int)] = []
        for file in files {
            let folders = file.folders
            for (index, use) in folders {
                guard let other = earlier.first(where: { use.isInside($0.use) || $0.use.isInside(use) }) else { continue }
                let place = file.place(of: "tests[\(index)].expect.files")
                console.error(
                    "\(place.file):\(place.line):\(place.column): two tests have one folder: \(use.path.printable) belongs to "
                        + "tests[\(other.index)] of \(other.file.file.printable), too")
                exitCode = max(exitCode ?? 0, ExitCode.pipelineFileWrong)
            }
            earlier += folders.map { ($0.use, file, $0.index) }
        }
    }

    /// Checks the tests of a pipeline: those in its file and those in the file beside it.
    ///
    /// - Parameter others: Further files of the command line, which the command checks separately.
    /// - Returns: Whether there is no problem.
    mutating func isGood(testsOf pipeline: String, apartFrom others: [String]) -> Bool {
        if Input(pipeline) == .standardInput { return true }
        let files = Self.files(withTestsOf: pipeline).filter { $0 == pipeline || !others.contains($0) }
        return files.map { isGood(testsIn: $0, of: pipeline) }.allSatisfy { $0 }
    }

    /// Checks the tests of one file.
    ///
    /// - Returns: Whether there is no problem.
    mutating func isGood(testsIn file: String, of pipeline: String) -> Bool {
        reporting { _ = try TestFile.read(file, of: pipeline) }
    }

    /// The pipeline file, and the file beside it if there is one.
    private static func files(withTestsOf pipeline: String) -> [String] {
        [pipeline] + [TestFile.path(beside: pipeline)].filter { FilePath.kind(of: $0) != nil }
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
