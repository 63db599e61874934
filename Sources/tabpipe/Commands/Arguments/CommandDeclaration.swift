/// The command line that a command accepts. Parsing, help, completion and the manual page all read it.
struct CommandDeclaration: Sendable {
    let name: String
    /// The command in one sentence.
    let summary: String
    /// More about the command, in a paragraph.
    let details: String?
    /// Command lines to copy.
    let examples: [String]
    /// The operands in their order.
    let operands: [CommandOperand]
    /// The options in the order that help lists them in. `--help` is not among them.
    let options: [CommandOption]

    init(_ command: any Command.Type) {
        name = command.name
        summary = command.summary
        details = command.details
        examples = command.examples
        let reader = Self.reading(command)
        operands = reader.operands
        options = reader.options
    }

    private static func reading<Described: Command>(_ command: Described.Type) -> ArgumentReader {
        var reader = ArgumentReader(CommandWords())
        _ = Described(arguments: &reader)
        return reader
    }

    /// The operands as the synopsis shows them.
    var operandSynopsis: String { operands.filter { !$0.isHidden }.map(\.synopsis).joined(separator: " ") }

    /// Whether `--set` gives values to the parameters of a pipeline file.
    var takesParameters: Bool {
        options.contains { if case .parameter = $0.value { true } else { false } }
    }

    /// Whether an operand is a program, which may begin with a dash.
    var takesProgram: Bool {
        operands.contains { if case .program = $0.value { true } else { false } }
    }

    /// Whether an operand that help shows is the path of a file.
    var takesFiles: Bool {
        operands.contains { operand in
            switch operand.value {
            case .path, .newFile: !operand.isHidden
            case .choice, .program, .command, .component: false
            }
        }
    }
}
