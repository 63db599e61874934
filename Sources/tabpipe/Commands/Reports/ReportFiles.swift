internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The reports of the runs of a command: `--report` and `--metrics`. A class, because each run adds its facts.
final class ReportFiles: Sendable {
    private let files: [ReportFile]
    private let runs = Mutex<[RunFacts]>([])

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
    func add(_ run: RunFacts) { runs.withLock { $0.append(run) } }

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

/// A file of `--report` or `--metrics`, which appears whole at the end.
struct ReportFile: Sendable {
    let path: String
    let format: ReportFormat

    var result: ResultFile {
        ResultFile(
            path: path, option: format.option, content: format == .metrics ? "a file of metrics" : "a report", beginning: format.beginning)
    }

    /// The file as an output of the command line.
    var use: FileUse { result.use }
}

extension ArgumentReader {
    /// The files of `--report` and `--metrics`.
    mutating func reportFiles() -> [ReportFile] {
        let report = CommandOption(
            name: "report", value: .path(name: "FILE"),
            help: "Writes a report of the run: JSON for a name with .json, a page for one with .html. May be given once for each.")
        let expected = "a file that ends with .json or .html"
        let reports = values(of: report, expecting: expected) { path in
            ReportFormat(ofReport: path).map { ReportFile(path: path, format: $0) }
        }
        for (index, file) in reports.enumerated() where reports[..<index].contains(where: { $0.format == file.format }) {
            complain("--report has two files of one form: \(file.path.printable)")
            break
        }
        let metrics = optionalPath(
            "metrics", value: "FILE", help: "Writes the numbers of the run in the text format of Prometheus, for its textfile collector.")
        return reports + (metrics.map { [ReportFile(path: $0, format: .metrics)] } ?? [])
    }
}

/// The formats of report files.
enum ReportFormat: Sendable {
    case json, html, metrics

    /// - Returns: nil for a path with another ending.
    init?(ofReport path: String) {
        if path.hasSuffix(".json") {
            self = .json
        } else if path.hasSuffix(".html") {
            self = .html
        } else {
            return nil
        }
    }

    /// The option that names the file.
    var option: String { self == .metrics ? "--metrics" : "--report" }

    /// The first bytes of every such file. An existing file that begins otherwise is not replaced.
    var beginning: String {
        switch self {
        case .json: "{\n  \"tabpipe\": "
        case .html: "<!DOCTYPE html>\n<!-- A report of tabpipe -->\n"
        case .metrics: "# HELP tabpipe_"
        }
    }

    /// The content of the file.
    func text(of runs: [RunFacts]) -> String {
        switch self {
        case .json: ReportJSON.text(of: runs)
        case .html: ReportPage(runs).html
        case .metrics: PrometheusMetrics(runs).text
        }
    }
}

/// The JSON report of all runs of a command.
private enum ReportJSON {
    static func text(of runs: [RunFacts]) -> String {
        let report: JSONObject = [
            "tabpipe": .string(TabpipeVersion.text), "exit_code": .number(JSONNumber(runs.map(\.exitCode).max() ?? 0)),
            "runs": .array(runs.map { .object($0.json) }),
        ]
        return JSONValue.object(report).indentedText
    }
}
