internal import Foundation
internal import Pipeline

/// Whether standard output is a terminal, and whether it gets colors.
struct OutputStyle: Sendable {
    /// Whether a person looks at the output, so that it must hold no control characters of content.
    let isTerminal: Bool
    private let usesColor: Bool

    /// - Parameter descriptor: The descriptor of standard output.
    init(of descriptor: Int32, environment: [String: String]) {
        let isTerminal = isatty(descriptor) == 1
        self.init(
            isTerminal: isTerminal,
            usesColor: isTerminal && (EnvironmentVariable.noColor.value(in: environment) ?? "").isEmpty
                && EnvironmentVariable.terminal.value(in: environment) != "dumb")
    }

    init(isTerminal: Bool, usesColor: Bool) {
        self.isTerminal = isTerminal
        self.usesColor = usesColor
    }

    /// A text in a color.
    ///
    /// - Parameter color: A parameter of the control sequence SGR; nil for no color.
    func styled(_ text: String, _ color: String?) -> String {
        guard usesColor, let color else { return text }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }

    /// A line of a diff with its line feed. A terminal gets no control characters of content; a file or pipe gets the content as it is, so
    /// that the diff can be applied.
    ///
    /// - Parameter secrets: Texts that are masked.
    func line(_ line: DiffLine, masking secrets: SecretValues) -> [UInt8] {
        let text = String(decoding: line.bytes, as: UTF8.self)
        let masked = secrets.isEmpty ? text : secrets.masked(text)
        if isTerminal { return Array((styled(line.kind.mark + masked.printable, line.kind.color) + "\n").utf8) }
        return Array(line.kind.mark.utf8) + (masked == text ? Array(line.bytes) : Array(masked.utf8)) + [UInt8(ascii: "\n")]
    }
}
