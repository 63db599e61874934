/// The completion script for zsh.
enum ZshCompletion {
    static func script(_ words: CompletionWords) -> String {
        let commands = words.commands.map { command in
            "      \(command.declaration.name)) candidates=(\(command.words.joined(separator: " "))); "
                + "files=\(command.declaration.takesFiles ? "yes" : "no") ;;\n"
        }
        let values = words.commands.flatMap { command in
            command.valued.map { option in
                let patterns = option.spellings.map { "\"\(command.declaration.name) \($0)\"" }
                return "      \(patterns.joined(separator: "|"))) \(assignments(for: option)) ;;\n"
            }
        }
        return """
            #compdef tabpipe
            _tabpipe() {
              local -a candidates
              local files=no parameters=no
              if (( CURRENT == 2 )); then
                candidates=(\(words.first.joined(separator: " ")))
              else
                case "${words[2]}" in
            \(commands.joined())    esac
                case "${words[2]} ${words[CURRENT-1]}" in
            \(values.joined())    esac
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

    private static func assignments(for option: CommandOption) -> String {
        switch option.value {
        case .none, .text: "candidates=(); files=no"
        case .choice(let words): "candidates=(\(words.joined(separator: " "))); files=no"
        case .path: "candidates=(); files=yes"
        case .parameter: "parameters=yes"
        }
    }
}
