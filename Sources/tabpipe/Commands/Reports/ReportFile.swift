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
