/// The completion script for bash.
enum BashCompletion {
    static func script(_ words: CompletionWords) -> String {
        let commands = words.commands.map { command in
            "      \(command.declaration.name)) words=\"\(command.words.joined(separator: " "))\"; "
                + "files=\(command.declaration.takesFiles ? "yes" : "no") ;;\n"
        }
        let values = words.commands.flatMap { command in
            command.valued.map { option in
                let patterns = option.spellings.map { "\"\(command.declaration.name) \($0)\"" }
                return "      \(patterns.joined(separator: "|"))) \(assignments(for: option)) ;;\n"
            }
        }
        return """
            _tabpipe() {
              local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words="" files=no parameters=no
              if [ "$COMP_CWORD" -eq 1 ]; then
                words="\(words.first.joined(separator: " "))"
              else
                case "${COMP_WORDS[1]}" in
            \(commands.joined())    esac
                case "${COMP_WORDS[1]} $previous" in
            \(values.joined())    esac
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

    private static func assignments(for option: CommandOption) -> String {
        switch option.value {
        case .none, .text: "words=\"\"; files=no"
        case .choice(let words): "words=\"\(words.joined(separator: " "))\"; files=no"
        case .path: "words=\"\"; files=yes"
        case .parameter: "parameters=yes; files=no"
        }
    }
}
