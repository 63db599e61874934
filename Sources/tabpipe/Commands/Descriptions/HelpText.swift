internal import JSONParsing
internal import Pipeline

/// The help of the program and its commands, from their declarations.
enum HelpText {
    /// The length of a line of running text, in columns.
    private static let width = 120

    /// The purpose of the program in one sentence.
    static let purpose = "carries content from a source through stages into files, as a pipeline file says."

    /// The commands of the program, the options that need no command, and the exit codes.
    static func overview(of program: CommandList) -> String {
        let width = program.names.map(\.count).max() ?? 0
        let groups = CommandGroup.allCases.map { group in
            let commands = program.commands.filter { $0.group == group }
            return "\(group.rawValue):\n" + columns(commands.map { ($0.name, $0.summary) }, width: width)
        }
        let options = ProgramOptions.all.map { (name: $0.synopsis, help: $0.description) }
        let codes = ExitCode.all.map { "\($0.codes) \($0.summary)" }.joined(separator: ", ")
        return """
            tabpipe \(purpose)

            usage: tabpipe COMMAND …

            \(groups.joined(separator: "\n"))
            options:
            \(columns(options))
            \(wrapped("exit codes: \(codes)."))

            """
    }

    /// The help of one command.
    static func help(for command: CommandDeclaration) -> String {
        var text = "\(command.summary)\n\nusage: tabpipe \(command.name)"
        if !command.operandSynopsis.isEmpty { text += " \(command.operandSynopsis)" }
        if !command.options.isEmpty { text += " [options]" }
        text += "\n"
        if let details = command.details { text += "\n\(details)\n" }
        if !command.options.isEmpty { text += "\n" + columns(command.options.map { ($0.synopsis, $0.description) }) }
        return text + "\nexamples:\n" + command.examples.map { "  \($0)\n" }.joined()
    }

    /// Names and their explanations, in two columns.
    ///
    /// - Parameter least: The least width of the names' column.
    private static func columns(_ rows: [(name: String, help: String)], width least: Int = 0) -> String {
        let width = max(rows.map(\.name.count).max() ?? 0, least)
        return rows.map { "  \(padded($0.name, width))  \($0.help)\n" }.joined()
    }

    /// Breaks a text into lines of at most ``width`` columns.
    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if !line.isEmpty, line.count + word.count >= width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = line.isEmpty ? String(word) : "\(line) \(word)"
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The parameters of a pipeline file, for the help of a command that takes their values.
    ///
    /// - Parameter parameters: Objects that can have `default`, `help`, and the names of `presets`.
    static func parameters(_ parameters: JSONObject, of file: String) -> String {
        guard !parameters.isEmpty else { return "\n\(file.printable) has no parameters.\n" }
        let shown = parameters.map { parameter -> (String, String) in
            let fields = parameter.value.object
            let fallback = fields?["default"].map { "default \($0.compactText)" } ?? "required"
            let presets = fields?["presets"]?.array?.compactMap(\.string) ?? []
            let named = presets.isEmpty ? "" : "; presets: \(presets.joined(separator: ", "))"
            return ("--set \(parameter.key)=…", (fields?["help"]?.string ?? "").printable + " (\(fallback)\(named))".printable)
        }
        let width = shown.map(\.0.count).max() ?? 0
        return "\nparameters of \(file.printable):\n" + shown.map { "  \(padded($0.printable, width))  \($1.trimmingSpaces)\n" }.joined()
    }

    /// Returns a text with spaces appended up to a width in columns.
    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
