internal import Pipeline

/// The words that can follow at each place of a command line.
struct CompletionWords {
    /// The words that can follow a command.
    struct CommandCompletions {
        let declaration: CommandDeclaration
        /// The options and the words that operands can be.
        let words: [String]
        /// The options that take a value.
        let valued: [CommandOption]
    }

    /// The words that can stand first.
    let first: [String]
    let commands: [CommandCompletions]

    init(_ registry: Registry, _ program: CommandList) {
        let names = program.names
        first = names + ProgramOptions.all.map { "--\($0.name)" }
        commands = program.commands.map { command in
            let declaration = CommandDeclaration(command)
            let options = declaration.options + [ProgramOptions.help]
            let operands = declaration.operands.flatMap { operand in
                switch operand.value {
                case .path, .program: [String]()
                case .newFile(let templates, let keyword): templates + [keyword]
                case .choice(let words): words
                case .command: names
                case .component: registry.groups.flatMap { $0.components.map { $0.name } } + DescribedTopic.allCases.map(\.rawValue)
                }
            }
            return CommandCompletions(
                declaration: declaration, words: options.map { "--\($0.name)" } + operands,
                valued: declaration.options.filter { $0.valueName != nil })
        }
    }
}

extension CommandOption {
    /// The option in its long and its short form.
    var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}

/// The branches of the `case` statements in the scripts for bash and zsh, which differ only in how they assign words to a variable.
private struct CompletionCases {
    /// The branches by command.
    let commands: String
    /// The branches by command and option, for options that take a value.
    let values: String

    /// - Parameter assignment: Returns the shell command that offers words.
    init(_ words: CompletionWords, assignment: ([String]) -> String) {
        func branch(_ patterns: [String], _ words: [String], files: Bool) -> String {
            "      \(patterns.joined(separator: "|"))) \(assignment(words)); files=\(files ? "yes" : "no") ;;\n"
        }
        commands = words.commands.map { branch([$0.declaration.name], $0.words, files: $0.declaration.takesFiles) }.joined()
        values = words.commands.flatMap { command in
            command.valued.map { option in
                let patterns = option.spellings.map { "\"\(command.declaration.name) \($0)\"" }
                switch option.value {
                case .none, .text, .pair: return branch(patterns, [], files: false)
                case .choice(let words): return branch(patterns, words, files: false)
                case .path: return branch(patterns, [], files: true)
                case .parameter: return "      \(patterns.joined(separator: "|"))) parameters=yes; files=no ;;\n"
                }
            }
        }
        .joined()
    }
}

/// The completion script for bash.
enum BashCompletion {
    static func script(_ words: CompletionWords) -> String {
        let cases = CompletionCases(words) { "words=\"\($0.joined(separator: " "))\"" }
        return """
            _tabpipe() {
              local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words="" files=no parameters=no
              if [ "$COMP_CWORD" -eq 1 ]; then
                words="\(words.first.joined(separator: " "))"
              else
                case "${COMP_WORDS[1]}" in
            \(cases.commands)    esac
                case "${COMP_WORDS[1]} $previous" in
            \(cases.values)    esac
              fi
              if [ "$parameters" = yes ]; then
                words="$("${COMP_WORDS[0]}" completion parameters -- "${COMP_WORDS[@]:2}" 2>/dev/null)"
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
}

/// The completion script for zsh.
enum ZshCompletion {
    static func script(_ words: CompletionWords) -> String {
        let cases = CompletionCases(words) { "candidates=(\($0.joined(separator: " ")))" }
        return """
            #compdef tabpipe
            _tabpipe() {
              local -a candidates
              local files=no parameters=no
              if (( CURRENT == 2 )); then
                candidates=(\(words.first.joined(separator: " ")))
              else
                case "${words[2]}" in
            \(cases.commands)    esac
                case "${words[2]} ${words[CURRENT-1]}" in
            \(cases.values)    esac
              fi
              if [[ $parameters = yes ]]; then
                candidates=(${(f)"$(${words[1]} completion parameters -- ${words[3,-1]} 2>/dev/null)"})
                compadd -S '' -a candidates
                return
              fi
              compadd -a candidates
              if [[ $files = yes ]]; then
                _files
              fi
            }
            # A function that zsh has loaded from its path completes at once; a script that is sourced registers it.
            if [[ "${funcstack[1]}" = _tabpipe ]]; then
              _tabpipe "$@"
            else
              compdef _tabpipe tabpipe
            fi

            """
    }
}

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
