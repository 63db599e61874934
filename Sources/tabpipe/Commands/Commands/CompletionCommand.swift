internal import Pipeline

/// `tabpipe completion bash|zsh|fish`
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = "Prints a script that lets a shell complete commands, options and names."
    static let examples = ["tabpipe completion bash > /etc/bash_completion.d/tabpipe", "source <(tabpipe completion zsh)"]
    static let operands = Operands(synopsis: "bash|zsh|fish", count: 1...Int.max)
    static let options: [CommandOption] = []
    static let details: String? = "`tabpipe completion parameters FILE…` prints what can follow --set; the scripts ask for it."

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let words = CompletionWords(context.registry)
        switch arguments.operands[0] {
        case "bash": context.console.writeOutput(bash(words))
        case "zsh": context.console.writeOutput(zsh(words))
        case "fish": context.console.writeOutput(fish(words))
        case "parameters": context.console.writeOutput(parameters(of: arguments.operands.dropFirst()))
        case let other:
            let near = Spelling.hint(for: other, in: ["bash", "zsh", "fish"])
            throw UsageError("expected bash, zsh or fish, found \"\(other.printable)\"\(near)")
        }
        return ExitCode.done
    }

    /// What follows `--set`, for the scripts: the parameters of the files among some words, each with an equals sign.
    private static func parameters(of words: some Sequence<String>) -> String {
        let names = words.filter { $0.hasSuffix(".json") }.flatMap { PipelineReader.parameters(of: $0)?.keys ?? [] }
        return Set(names).sorted().map { "\($0.printable)=\n" }.joined()
    }

    private static func bash(_ words: CompletionWords) -> String {
        let commands = words.commands.map { command in
            "      \(command.name)) words=\"\(command.words.joined(separator: " "))\"; files=\(command.takesFiles ? "yes" : "no") ;;\n"
        }
        let values = words.values.map { "    --\($0.option)) words=\"\($0.words.joined(separator: " "))\"; files=no ;;\n" }
        return """
            _tabpipe() {
              local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words="" files=no
              if [ "$COMP_CWORD" -eq 1 ]; then
                words="\(words.first.joined(separator: " "))"
              else
                case "${COMP_WORDS[1]}" in
            \(commands.joined())    esac
              fi
              case "$previous" in
            \(values.joined())\(words.fileOptions.map { "    --\($0)) words=\"\"; files=yes ;;\n" }.joined())  esac
              if [ "$previous" = --set ]; then
                words="$("${COMP_WORDS[0]}" completion parameters -- "${COMP_WORDS[@]:2}" 2>/dev/null)"; files=no
                compopt -o nospace 2>/dev/null
              fi
              COMPREPLY=($(compgen -W "$words" -- "$current"))
              if [[ "$files" = yes && "$current" != -* ]]; then
                COMPREPLY+=($(compgen -f -- "$current"))
              fi
            }
            complete -o filenames -F _tabpipe tabpipe

            """
    }

    private static func zsh(_ words: CompletionWords) -> String {
        let commands = words.commands.map { command in
            "    \(command.name)) candidates=(\(command.words.joined(separator: " "))); files=\(command.takesFiles ? "yes" : "no") ;;\n"
        }
        let values = words.values.map { "    --\($0.option)) candidates=(\($0.words.joined(separator: " "))); files=no ;;\n" }
        return """
            #compdef tabpipe
            _tabpipe() {
              local -a candidates
              local files=no
              if (( CURRENT == 2 )); then
                candidates=(\(words.first.joined(separator: " ")))
              else
                case "${words[2]}" in
            \(commands.joined())    esac
              fi
              case "${words[CURRENT-1]}" in
            \(values.joined())\(words.fileOptions.map { "    --\($0)) candidates=(); files=yes ;;\n" }.joined())  esac
              if [[ "${words[CURRENT-1]}" = --set ]]; then
                candidates=(${(f)"$(${words[1]} completion parameters -- ${words[3,-1]} 2>/dev/null)"})
                compadd -S '' -a candidates
                return
              fi
              compadd -a candidates
              if [[ $files = yes ]]; then
                _files
              fi
            }
            compdef _tabpipe tabpipe

            """
    }

    private static func fish(_ words: CompletionWords) -> String {
        var text = "complete -c tabpipe -f\n"
        text += "complete -c tabpipe -n __fish_use_subcommand -a \"\(words.first.joined(separator: " "))\"\n"
        for command in words.commands {
            let condition = "-n \"__fish_seen_subcommand_from \(command.name)\""
            text += "complete -c tabpipe \(condition) -a \"\(command.words.joined(separator: " "))\"\n"
            if command.takesFiles { text += "complete -c tabpipe \(condition) -F\n" }
        }
        for value in words.values { text += "complete -c tabpipe -l \(value.option) -x -a \"\(value.words.joined(separator: " "))\"\n" }
        text += "complete -c tabpipe -l set -x -a \"(tabpipe completion parameters -- (commandline -opc) 2>/dev/null)\"\n"
        for option in words.fileOptions { text += "complete -c tabpipe -l \(option) -r -F\n" }
        return text
    }
}
