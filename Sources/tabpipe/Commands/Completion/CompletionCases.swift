/// The branches of the `case` statements in the scripts for bash and zsh, which differ only in how they assign words to a variable.
struct CompletionCases {
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
