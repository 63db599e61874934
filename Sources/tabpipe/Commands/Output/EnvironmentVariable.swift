/// The environment variables that the program reads, for the manual page.
enum EnvironmentVariable: String, CaseIterable {
    case noColor = "NO_COLOR"
    case jqColors = "JQ_COLORS"
    case terminal = "TERM"
    case temporaryFolder = "TMPDIR"
    case path = "PATH"

    /// The effect of the variable.
    var help: String {
        switch self {
        case .noColor: "If it is not empty, messages, diffs and the output of `query` and `peek` have no colors."
        case .jqColors: "The colors of `query` and `peek`, as in jq(1)."
        case .terminal: "If it is `dumb`, messages, diffs and the output of `query` and `peek` have no colors."
        case .temporaryFolder:
            "The folder for the pages of `preview`, for diffs of `plan` and for long responses of servers. (default /tmp)"
        case .path: "`preview --open` looks for the system's opener there."
        }
    }

    /// The value in an environment.
    func value(in environment: [String: String]) -> String? { environment[rawValue] }
}
