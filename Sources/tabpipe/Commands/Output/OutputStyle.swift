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
