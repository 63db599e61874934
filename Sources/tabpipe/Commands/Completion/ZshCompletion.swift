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
