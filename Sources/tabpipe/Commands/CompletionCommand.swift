internal import Pipeline

/// `tabpipe completion bash|zsh|fish`
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = "Prints a script that lets a shell complete commands, options and names."
    static let operands = Operands(synopsis: "bash|zsh|fish", count: 1...1)
    static let options: [CommandOption] = []

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let words = CompletionWords(context.registry)
        switch arguments.operands[0] {
        case "bash": context.console.writeOutput(bash(words))
        case "zsh": context.console.writeOutput(zsh(words))
        case "fish": context.console.writeOutput(fish(words))
        case let other: throw UsageError("expected bash, zsh or fish, found \"\(other.printable)\"")
        }
        return ExitCode.done
    }

    private static func bash(_ words: CompletionWords) -> String {
        let cases = words.commands.map { command in
            "    \(command.name)) words=\"\(command.words.joined(separator: " "))\" ;;\n"
        }
        return """
            _tabpipe() {
              local current="${COMP_WORDS[COMP_CWORD]}" words=""
              if [ "$COMP_CWORD" -eq 1 ]; then
                words="\(words.first.joined(separator: " "))"
              else
                case "${COMP_WORDS[1]}" in
            \(cases.joined())    esac
              fi
              COMPREPLY=($(compgen -W "$words" -- "$current"))
              if [[ "$current" != -* ]]; then
                COMPREPLY+=($(compgen -f -- "$current"))
              fi
            }
            complete -o filenames -F _tabpipe tabpipe

            """
    }

    private static func zsh(_ words: CompletionWords) -> String {
        let cases = words.commands.map { command in
            "    \(command.name)) words_of_command=(\(command.words.joined(separator: " "))) ;;\n"
        }
        return """
            #compdef tabpipe
            _tabpipe() {
              local -a words_of_command
              if (( CURRENT == 2 )); then
                words_of_command=(\(words.first.joined(separator: " ")))
                compadd -a words_of_command
                return
              fi
              case "${words[2]}" in
            \(cases.joined())  esac
              compadd -a words_of_command
              _files
            }
            compdef _tabpipe tabpipe

            """
    }

    private static func fish(_ words: CompletionWords) -> String {
        var text = "complete -c tabpipe -n __fish_use_subcommand -f -a \"\(words.first.joined(separator: " "))\"\n"
        for command in words.commands where !command.words.isEmpty {
            text +=
                "complete -c tabpipe -n \"__fish_seen_subcommand_from \(command.name)\" -a \"\(command.words.joined(separator: " "))\"\n"
        }
        return text
    }
}

/// What can follow where on a command line.
private struct CompletionWords {
    let first: [String]
    let commands: [(name: String, words: [String])]

    init(_ registry: Registry) {
        first = TabpipeProgram.commands.map { $0.name } + ["--help", "--version"]
        commands = TabpipeProgram.commands.map { command in
            var words = command.options.map { "--\($0.name)" } + ["--help"]
            switch command.name {
            case ListCommand.name: words += registry.groups.map(\.name)
            case DescribeCommand.name: words += registry.groups.flatMap { $0.components.map { $0.name } }
            case CompletionCommand.name: words += ["bash", "zsh", "fish"]
            default: break
            }
            return (command.name, words)
        }
    }
}
