internal import JSONParsing
internal import Pipeline

/// The help of the program and its commands, from what the commands declare.
enum HelpText {
    static var overview: String {
        let width = TabpipeProgram.commands.map { $0.name.count }.max() ?? 0
        let list = TabpipeProgram.commands.map { "  \(padded($0.name, width))  \($0.summary)\n" }.joined()
        return """
            tabpipe carries content from a source through stages into files, as a pipeline file says.

            usage: tabpipe COMMAND …

            \(list)
              --help, --version (-h, -V); tabpipe COMMAND --help for the options of a command, and tabpipe run FILE --help for
              the parameters of a file.

            exit codes: 0 done, 1 done with some records rejected, 2 usage, 65 bad data, 66 input missing, 69 remote
            unavailable, 70 internal error, 73/74 output cannot be created/written, 75 output in use, 77 credentials refused,
            78 pipeline file wrong, 129/130/143 interrupted, 141 standard output closed.

            """
    }

    static func help(for command: any Command.Type) -> String {
        var text = "\(command.summary)\n\nusage: tabpipe \(command.name)"
        if !command.operands.synopsis.isEmpty { text += " \(command.operands.synopsis)" }
        if !command.options.isEmpty { text += " [options]" }
        text += "\n"
        if let details = command.details { text += "\n\(details)\n" }
        let shown = command.options.map { option in
            let value = option.choices.isEmpty ? option.value : option.choices.joined(separator: "|")
            return ((option.short.map { "-\($0), " } ?? "") + "--\(option.name)" + (value.map { " \($0)" } ?? ""), option.help)
        }
        let width = shown.map(\.0.count).max() ?? 0
        if !shown.isEmpty { text += "\n" }
        for (name, help) in shown { text += "  \(padded(name, width))  \(help)\n" }
        return text + "\nexamples:\n" + command.examples.map { "  \($0)\n" }.joined()
    }

    /// The parameters of a pipeline file, for the help of a command that takes their values.
    ///
    /// - Parameter parameters: Their declarations, each with `default` and `help` where it has one.
    static func parameters(_ parameters: JSONObject, of file: String) -> String {
        guard !parameters.isEmpty else { return "\n\(file.printable) has no parameters.\n" }
        let shown = parameters.map { parameter -> (String, String) in
            let fields = parameter.value.object
            let fallback = fields?["default"].map { " (default \($0.compactText))" } ?? " (required)"
            return ("--set \(parameter.key)=…", (fields?["help"]?.string ?? "").printable + fallback.printable)
        }
        let width = shown.map(\.0.count).max() ?? 0
        return "\nparameters of \(file.printable):\n" + shown.map { "  \(padded($0.printable, width))  \($1.trimmingSpaces)\n" }.joined()
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
