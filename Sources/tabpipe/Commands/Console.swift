internal import Foundation
internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// What the program says: data on standard output, everything else on standard error. Used by many tasks at once, and so
/// a class.
final class Console: Sendable {
    enum Format: String, CaseIterable {
        case text
        case json
    }

    enum Level: String {
        case error
        case warning
        case info
    }

    private struct State {
        var format = Format.text
        var isQuiet = false
        var statusLength = 0
        var hidden: [String] = []
        var outputFailure: SystemError?
    }

    /// Shorter texts are not looked for in messages: they stand in other words, too.
    private static let minHiddenLength = 4

    /// Whether messages go to a terminal.
    let isTerminal: Bool
    private let usesColor: Bool
    private let output: Int32
    private let messages: Int32
    private let state = Mutex(State())

    init(environment: [String: String], output: Int32 = STDOUT_FILENO, messages: Int32 = STDERR_FILENO) {
        self.output = output
        self.messages = messages
        isTerminal = isatty(messages) == 1
        usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Sets how messages look, and whether others than errors are printed.
    func configure(format: Format, isQuiet: Bool) {
        state.withLock {
            $0.format = format
            $0.isQuiet = isQuiet
        }
    }

    /// Has texts that are not to be printed replaced in every message: the last line of defence, for what a component says.
    func hide(_ secrets: Set<String>) {
        let long = secrets.filter { $0.count >= Self.minHiddenLength }.flatMap { [$0, $0.printable] }
        state.withLock { $0.hidden = Set($0.hidden + long).sorted { $0.count > $1.count } }
    }

    /// Writes to standard output.
    func writeOutput(_ text: String) { writeOutput(Array(text.utf8)) }

    /// Writes UTF-8 to standard output.
    func writeOutput(_ bytes: [UInt8]) {
        do throws(SystemError) {
            try FileDescriptor.write(bytes.span, to: output)
        } catch {
            state.withLock { if $0.outputFailure == nil { $0.outputFailure = error } }
        }
    }

    /// What went wrong with standard output first, if anything did.
    var outputFailure: SystemError? { state.withLock { $0.outputFailure } }

    /// Writes to standard error as it is.
    func writeError(_ text: String) { try? FileDescriptor.write(Array(text.utf8).span, to: messages) }

    /// Prints an error.
    ///
    /// - Parameter place: Where the pipeline file has what led to it.
    func error(_ message: String, place: String? = nil, help: String? = nil) {
        say(.error, message, place: place, help: help)
    }

    func warning(_ message: String) { say(.warning, message) }
    func info(_ message: String) { say(.info, message) }

    /// Prints what is wrong with a pipeline file.
    func report(_ diagnostics: Diagnostics) {
        let isJSON = state.withLock { $0.format == .json }
        guard isJSON else { return writeError(diagnostics.rendered) }
        for diagnostic in diagnostics.list {
            let position = diagnostic.range.map { JSONPosition(offset: $0.lowerBound, in: diagnostics.text) }
            var line: JSONObject = [
                "level": "error", "message": .string(diagnostic.message.printable), "file": .string(diagnostics.file.printable),
            ]
            if let position {
                line["line"] = .number(JSONNumber(position.line))
                line["column"] = .number(JSONNumber(position.column))
            }
            line["path"] = .string(diagnostic.path.printable)
            if let help = diagnostic.help { line["help"] = .string(help.printable) }
            writeError(JSONValue.object(line).compactText + "\n")
        }
    }

    /// Prints a message. Nothing of the content that it quotes steers the terminal.
    private func say(_ level: Level, _ message: String, place: String? = nil, help: String? = nil) {
        state.withLock { state in
            if state.isQuiet, level != .error { return }
            let text =
                message.printable + (place.map { "\n  = at \($0.printable)" } ?? "") + (help.map { "\n  = help: \($0.printable)" } ?? "")
            let message = state.hidden.reduce(text) { $0.replacing($1, with: "***") }
            writeError(clearing(&state) + line(level, message, state.format))
        }
    }

    private func line(_ level: Level, _ message: String, _ format: Format) -> String {
        if format == .json {
            let line: JSONValue = ["level": .string(level.rawValue), "message": .string(message)]
            return line.compactText + "\n"
        }
        switch level {
        case .info: return "\(message)\n"
        case .warning: return styled("warning:", "33") + " \(message)\n"
        case .error: return styled("error:", "31") + " \(message)\n"
        }
    }

    private func styled(_ word: String, _ code: String) -> String { usesColor ? "\u{1B}[1;\(code)m\(word)\u{1B}[0m" : word }
}

extension Console {
    /// Whether a status line can be redrawn: on a terminal, unless messages are for a program.
    var hasStatusLine: Bool { isTerminal && state.withLock { $0.format == .text } }

    /// Redraws the status line of a terminal.
    func status(_ text: String) {
        state.withLock { state in
            writeError("\r\(text)" + String(repeating: " ", count: max(0, state.statusLength - text.count)))
            state.statusLength = text.count
        }
    }

    /// Removes the status line.
    func clearStatus() {
        state.withLock { writeError(clearing(&$0)) }
    }

    /// What removes the status line, if there is one.
    private func clearing(_ state: inout State) -> String {
        guard state.statusLength > 0 else { return "" }
        defer { state.statusLength = 0 }
        return "\r" + String(repeating: " ", count: state.statusLength) + "\r"
    }
}
