internal import JSONStyling
internal import LineDiffs
internal import Pipeline

/// How texts look on standard output or standard error.
enum OutputStyle: Sendable {
    /// For files and other programs: content as it is.
    case plain
    /// For a terminal without colors. Characters that control a terminal are escaped.
    case terminal
    /// For a terminal with colors.
    case colored

    init(isForTerminal: Bool, allowsColor: Bool) { self = !isForTerminal ? .plain : allowsColor ? .colored : .terminal }

    /// Whether the texts are for a terminal: then characters that control one are escaped.
    var isForTerminal: Bool { self != .plain }

    /// A text in a color.
    ///
    /// - Parameter color: A parameter of the control sequence SGR; nil for no color.
    func styled(_ text: String, _ color: String?) -> String {
        guard self == .colored, let color else { return text }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }

    /// A line of a diff with its line feed. A terminal gets no control characters of content; a file or pipe gets the content as it is, so
    /// that the diff can be applied.
    ///
    /// - Parameter secrets: Texts that are masked.
    func line(_ line: DiffLine, masking secrets: SecretValues) -> [UInt8] {
        let text = String(decoding: line.bytes, as: UTF8.self)
        let masked = secrets.isEmpty ? text : secrets.masked(text)
        if isForTerminal { return Array((styled(line.kind.mark + masked.printable, line.kind.color) + "\n").utf8) }
        return Array(line.kind.mark.utf8) + (masked == text ? Array(line.bytes) : Array(masked.utf8)) + [UInt8(ascii: "\n")]
    }
}

extension JSONStyler {
    /// Writes values with line breaks, indented by two spaces, as `peek` shows them.
    ///
    /// - Parameter colors: The colors of JSON, for a style with colors.
    init(_ style: OutputStyle, _ colors: JSONColors) {
        self.init(
            indentation: Array("  ".utf8), colors: style == .colored ? colors : nil, isASCII: false, escapesControls: style.isForTerminal)
    }
}

extension JSONColors {
    /// The colors that `JQ_COLORS` sets in an environment. If it is unset or invalid, the standard colors.
    static func named(in environment: [String: String]) -> (colors: JSONColors, warning: String?) {
        if let colors = JSONColors(EnvironmentVariable.jqColors.value(in: environment)) { return (colors, nil) }
        return (JSONColors(), "JQ_COLORS is not used: it may hold digits, semicolons and colons")
    }
}

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
            "The folder for the pages of `preview`, diffs of `plan`, long responses of servers and messages of `threads`. (default /tmp)"
        case .path: "`preview --open` looks for the system's opener there."
        }
    }

    /// The value in an environment.
    func value(in environment: [String: String]) -> String? { environment[rawValue] }
}
