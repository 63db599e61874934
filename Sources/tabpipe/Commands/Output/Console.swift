internal import JSONParsing
internal import Pipeline
internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The output of the program: data on standard output, messages on standard error. A class, because several tasks use it.
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
        var secrets = SecretValues()
        /// The secrets that active runs learn, such as access tokens.
        var learned: [LearnedSecrets] = []
        var outputFailure: SystemError?
    }

    /// Whether messages go to a terminal.
    let isTerminal: Bool
    /// The look of data on standard output.
    let outputStyle: OutputStyle
    /// The look of messages.
    private let messageStyle: OutputStyle
    private let output: Int32
    private let messages: Int32
    private let state = Mutex(State())

    init(environment: [String: String], output: Int32 = STDOUT_FILENO, messages: Int32 = STDERR_FILENO) {
        self.output = output
        self.messages = messages
        isTerminal = isatty(messages) == 1
        let allowsColor =
            (EnvironmentVariable.noColor.value(in: environment) ?? "").isEmpty
            && EnvironmentVariable.terminal.value(in: environment) != "dumb"
        outputStyle = OutputStyle(isForTerminal: isatty(output) == 1, allowsColor: allowsColor)
        messageStyle = OutputStyle(isForTerminal: isTerminal, allowsColor: allowsColor)
    }

    /// Sets the format of messages.
    ///
    /// - Parameter isQuiet: Whether the only messages are errors, and warnings of records that may be missing.
    func configure(format: Format, isQuiet: Bool) {
        state.withLock {
            $0.format = format
            $0.isQuiet = isQuiet
        }
    }

    /// Whether messages are JSON.
    var isJSON: Bool { state.withLock { $0.format == .json } }

    /// Masks secrets in every message, also in those that a component has not masked.
    func hide(_ secrets: SecretValues) { state.withLock { $0.secrets.formUnion(secrets) } }

    /// Masks the secrets that a run learns, such as access tokens, as soon as it learns them.
    func hide(_ learned: LearnedSecrets) { state.withLock { $0.learned.append(learned) } }

    /// Copies the secrets that runs have learned so far, and drops the references to the runs.
    func endLearning() {
        state.withLock { state in
            for learned in state.learned { state.secrets.formUnion(learned.snapshot) }
            state.learned = []
        }
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

    /// The first failure of standard output; nil if there is none.
    var outputFailure: SystemError? { state.withLock { $0.outputFailure } }

    /// Writes a text to standard error without changes.
    func writeError(_ text: String) { try? FileDescriptor.write(Array(text.utf8).span, to: messages) }

    /// Writes bytes to standard error without changes.
    func writeError(_ bytes: [UInt8]) { try? FileDescriptor.write(bytes.span, to: messages) }

    /// Returns the line of a message, for a command that writes it later.
    func rendered(_ level: Level, _ message: String) -> String { line(level, AddressMask.masked(in: message.printable)) }

    /// Prints an error.
    ///
    /// - Parameters:
    ///   - place: The place in the pipeline file that led to the error.
    ///   - help: A command line or a sentence that helps.
    func error(_ message: String, place: FilePlace? = nil, help: String? = nil) {
        say(.error, message, place: place, help: help)
    }

    /// Prints a warning.
    ///
    /// - Parameters:
    ///   - fields: Further fields of the message in JSON.
    ///   - isAlwaysSaid: Whether a quiet run prints the warning, too, because outputs may lack records.
    func warning(_ message: String, fields: JSONObject = [:], isAlwaysSaid: Bool = false) {
        say(.warning, message, fields: fields, isAlwaysSaid: isAlwaysSaid)
    }

    /// Prints information.
    ///
    /// - Parameter fields: Further fields of the message in JSON.
    func info(_ message: String, fields: JSONObject = [:]) { say(.info, message, fields: fields) }

    /// Prints the errors of a pipeline file.
    func report(_ diagnostics: PipelineFileError) {
        let isJSON = state.withLock { $0.format == .json }
        guard isJSON else { return writeError(diagnostics.rendered(usesColor: messageStyle == .colored)) }
        for diagnostic in diagnostics.list {
            let whole: JSONObject = ["file": .string(diagnostics.file.printable), "path": .string(diagnostic.path.printable)]
            let fields = diagnostics.place(of: diagnostic)?.fields ?? whole
            writeError(jsonLine(.error, diagnostic.message.printable, fields, help: diagnostic.help?.printable))
        }
    }

    /// Prints a message. Control characters of quoted content do not reach the terminal.
    private func say(
        _ level: Level, _ message: String, fields: JSONObject = [:], place: FilePlace? = nil, help: String? = nil,
        isAlwaysSaid: Bool = false
    ) {
        state.withLock { state in
            if state.isQuiet, level != .error, !isAlwaysSaid { return }
            var secrets = state.secrets
            for learned in state.learned { secrets.formUnion(learned.snapshot) }
            let hidden = secrets
            func shown(_ text: String) -> String { AddressMask.masked(in: hidden.masked(text.printable)) }
            let text: String
            if state.format == .json {
                let fields = (place?.fields ?? fields).map { ($0.key, $0.value.string.map { .string(shown($0)) } ?? $0.value) }
                text = jsonLine(level, shown(message), JSONObject(fields), help: help.map(shown))
            } else {
                let trailer = (place.map { "\n  = at \(shown($0.description))" } ?? "") + (help.map { "\n  = help: \(shown($0))" } ?? "")
                text = line(level, shown(message) + trailer)
            }
            writeError(clearing(&state) + text)
        }
    }

    /// A message as a line of JSON: level, text, then further fields.
    private func jsonLine(_ level: Level, _ message: String, _ fields: JSONObject, help: String?) -> String {
        var line: JSONObject = ["level": .string(level.rawValue), "message": .string(message)]
        for field in fields { line[field.key] = field.value }
        if let help { line["help"] = .string(help) }
        return JSONValue.object(line).compactText + "\n"
    }

    private func line(_ level: Level, _ message: String) -> String {
        switch level {
        case .info: "\(message)\n"
        case .warning: messageStyle.styled("warning:", "1;33") + " \(message)\n"
        case .error: messageStyle.styled("error:", "1;31") + " \(message)\n"
        }
    }
}

extension Console {
    /// Whether a status line can be redrawn: on a terminal, with messages in text.
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

    /// The characters that remove the status line; empty without one.
    private func clearing(_ state: inout State) -> String {
        guard state.statusLength > 0 else { return "" }
        defer { state.statusLength = 0 }
        return "\r" + String(repeating: " ", count: state.statusLength) + "\r"
    }
}
