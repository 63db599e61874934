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
    }

    /// Whether standard error is a terminal.
    let isTerminal: Bool
    private let usesColor: Bool
    private let state = Mutex(State())

    init(environment: [String: String]) {
        isTerminal = isatty(STDERR_FILENO) == 1
        usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Sets how messages look, and whether others than errors are printed.
    func configure(format: Format, isQuiet: Bool) {
        state.withLock {
            $0.format = format
            $0.isQuiet = isQuiet
        }
    }

    /// Writes to standard output.
    func writeOutput(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes to standard error as it is.
    func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

    func error(_ message: String, help: String? = nil) {
        say(.error, message + (help.map { "\n  = help: \($0)" } ?? ""))
    }

    func warning(_ message: String) { say(.warning, message) }
    func info(_ message: String) { say(.info, message) }

    /// Prints what is wrong with a pipeline file.
    func report(_ diagnostics: Diagnostics) {
        let isJSON = state.withLock { $0.format == .json }
        guard isJSON else { return writeError(diagnostics.rendered) }
        for diagnostic in diagnostics.list {
            let position = diagnostic.range.map { JSONPosition(offset: $0.lowerBound, in: diagnostics.text) }
            var line: JSONObject = ["level": "error", "message": .string(diagnostic.message), "file": .string(diagnostics.file)]
            if let position {
                line["line"] = .number(JSONNumber(position.line))
                line["column"] = .number(JSONNumber(position.column))
            }
            line["path"] = .string(diagnostic.path)
            writeError(JSONValue.object(line).compactText + "\n")
        }
    }

    /// Prints a message; content in it was made printable by whoever put it in.
    private func say(_ level: Level, _ message: String) {
        let (format, isQuiet) = state.withLock { ($0.format, $0.isQuiet) }
        if isQuiet, level != .error { return }
        clearStatus()
        if format == .json {
            let line: JSONValue = ["level": .string(level.rawValue), "message": .string(message)]
            return writeError(line.compactText + "\n")
        }
        switch level {
        case .info: writeError("\(message)\n")
        case .warning: writeError(styled("warning:", "33") + " \(message)\n")
        case .error: writeError(styled("error:", "31") + " \(message)\n")
        }
    }

    private func styled(_ word: String, _ code: String) -> String { usesColor ? "\u{1B}[1;\(code)m\(word)\u{1B}[0m" : word }

    /// Redraws the status line of a terminal.
    func status(_ text: String) {
        state.withLock { state in
            writeError("\r\(text)" + String(repeating: " ", count: max(0, state.statusLength - text.count)))
            state.statusLength = text.count
        }
    }

    /// Removes the status line.
    func clearStatus() {
        state.withLock { state in
            guard state.statusLength > 0 else { return }
            writeError("\r" + String(repeating: " ", count: state.statusLength) + "\r")
            state.statusLength = 0
        }
    }

    private func write(_ text: String, to number: Int32) {
        let file = FileHandle(fileDescriptor: number, closeOnDealloc: false)
        try? file.write(contentsOf: Data(text.utf8))
    }
}
