internal import Pipeline

/// The forms of a report, by the ending of its file.
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

    /// The first bytes of every such file, by which that of an earlier run is recognized.
    var beginning: String {
        switch self {
        case .json: "{\n  \"tabpipe\": "
        case .html: "<!DOCTYPE html>\n<!-- A report of tabpipe -->\n"
        case .metrics: "# HELP tabpipe_"
        }
    }

    /// The content of the file.
    func text(of runs: [RunRecord]) -> String {
        switch self {
        case .json: ReportJSON.text(of: runs)
        case .html: ReportPage(runs).html
        case .metrics: Metrics(runs).text
        }
    }
}
