internal import Pipeline

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
