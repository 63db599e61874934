/// The help of the program and its commands, from what the commands declare.
enum HelpText {
    static var overview: String {
        let width = TabpipeProgram.commands.map { $0.name.count }.max() ?? 0
        let list = TabpipeProgram.commands.map { "  \(padded($0.name, width))  \($0.summary)\n" }.joined()
        return """
            tabpipe carries content from a source through stages into files, as a pipeline file says.

            usage: tabpipe COMMAND …

            \(list)
              --help, --version; tabpipe COMMAND --help for the options of a command.

            exit codes: 0 done, 1 done with some records rejected, 2 usage, 65 bad data, 66 input missing, 69 remote
            unavailable, 70 internal error, 73/74 output cannot be created/written, 77 credentials refused, 78 pipeline file
            wrong, 130/143 interrupted, 141 standard output closed.

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
            return ("--\(option.name)" + (value.map { " \($0)" } ?? ""), option.help)
        }
        let width = shown.map(\.0.count).max() ?? 0
        if !shown.isEmpty { text += "\n" }
        for (name, help) in shown { text += "  \(padded(name, width))  \(help)\n" }
        return text
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
