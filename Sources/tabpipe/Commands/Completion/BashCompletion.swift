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
