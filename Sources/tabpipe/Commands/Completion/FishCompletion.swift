/// The completion script for fish, with the help of commands and options.
enum FishCompletion {
    static func script(_ words: CompletionWords) -> String {
        var text = "complete -c tabpipe -f\n"
        for command in words.commands {
            text +=
                "complete -c tabpipe -n __fish_use_subcommand -a \(command.declaration.name) -d \(quoted(command.declaration.summary))\n"
        }
        for option in ProgramOptions.all {
            text += "complete -c tabpipe -n __fish_use_subcommand\(spelling(of: option)) -d \(quoted(option.description))\n"
        }
        for command in words.commands {
            let start = "complete -c tabpipe -n \"__fish_seen_subcommand_from \(command.declaration.name)\""
            for option in command.declaration.options + [ProgramOptions.help] {
                text += start + spelling(of: option) + value(of: option) + " -d \(quoted(option.description))\n"
            }
            let operands = command.words.filter { !$0.hasPrefix("-") }
            if !operands.isEmpty { text += "\(start) -a \"\(operands.joined(separator: " "))\"\n" }
            if command.declaration.takesFiles { text += "\(start) -F\n" }
        }
        return text
    }

    private static func spelling(of option: CommandOption) -> String { " -l \(option.name)" + (option.short.map { " -s \($0)" } ?? "") }

    private static func value(of option: CommandOption) -> String {
        switch option.value {
        case .none: ""
        case .text, .pair: " -x"
        case .choice(let words): " -x -a \"\(words.joined(separator: " "))\""
        case .path: " -r -F"
        case .parameter: " -x -a \"(tabpipe completion parameters -- (commandline -opc) 2>/dev/null)\""
        }
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'" }
}
