internal import Pipeline

/// The words that can follow at each place of a command line.
struct CompletionWords {
    /// The words that can follow a command.
    struct Entry {
        let declaration: CommandDeclaration
        /// The options and the words that operands can be.
        let words: [String]
        /// The options that take a value.
        let valued: [CommandOption]
    }

    /// The words that can stand first.
    let first: [String]
    let commands: [Entry]

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
            return Entry(
                declaration: declaration, words: options.map { "--\($0.name)" } + operands,
                valued: declaration.options.filter { $0.valueName != nil })
        }
    }
}

extension CommandOption {
    /// The option in its long and its short form.
    var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}
