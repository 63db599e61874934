internal import Pipeline
internal import Synchronization

/// The reports of the runs of a command: `--report` and `--metrics`. A class, because each run adds its record.
final class ReportFiles: Sendable {
    private let files: [ReportFile]
    private let runs = Mutex<[RunRecord]>([])

    /// Checks the paths before anything runs.
    ///
    /// - Parameters:
    ///   - plans: The pipelines of the command line, whose files no report may replace.
    ///   - others: The other outputs of the command line.
    /// - Throws: ``UsageError`` if two outputs have one path; ``PipelineFailure`` of the kind `cannotCreate`.
    init(_ files: [ReportFile], plans: [(file: String, plan: PipelinePlan)], others: [FileUse]) throws {
        self.files = files
        for (index, file) in files.enumerated() {
            let result = file.result
            try result.checkPath()
            try result.check(apartFrom: files[..<index].map(\.use) + others)
            for (pipeline, plan) in plans {
                let own = FileUse(.input, pipeline, place: "the pipeline file", range: nil)
                try result.check(apartFrom: [own] + plan.files)
                plan.outputPaths.protect([file.path], as: "the file of \(file.format.option)")
            }
            try result.checkContent()
        }
    }

    /// Adds a run that has ended.
    func add(_ run: RunRecord) { runs.withLock { $0.append(run) } }

    /// Writes all files. If one fails, the others are still written.
    ///
    /// - Returns: The exit code.
    func write(_ console: Console) -> Int32 {
        let runs = runs.withLock { $0 }
        var code = ExitCode.done
        for file in files {
            do {
                try file.result.write(file.format.text(of: runs))
            } catch {
                console.error(error.message)
                code = max(code, ((error as? PipelineFailure)?.kind ?? .cannotWrite).rawValue)
            }
        }
        return code
    }
}
