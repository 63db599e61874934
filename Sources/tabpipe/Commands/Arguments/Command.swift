internal import Pipeline

/// A command of the program. Its initializer reads the command line, and so declares it.
protocol Command: Sendable {
    static var name: String { get }
    static var group: CommandGroup { get }
    /// The command in one sentence.
    static var summary: String { get }
    /// More about the command, in a paragraph.
    static var details: String? { get }
    /// Command lines to copy.
    static var examples: [String] { get }

    /// Reads the arguments. The reader collects faults, so this neither fails nor opens anything.
    init(arguments: inout ArgumentReader)

    /// Runs the command.
    ///
    /// - Returns: The exit code.
    func run(in context: CommandContext) async throws -> Int32
}

extension Command {
    static var details: String? { nil }
}

/// The groups of commands in the help of the program, in the order in which a user needs them.
enum CommandGroup: String, CaseIterable {
    case make = "make a pipeline file"
    case look = "look at what it does"
    case prove = "prove that it is right"
    case run = "run"
    case learn = "learn"
}

/// The commands of a program, in the order in which manual page and completions list them.
struct CommandList: Sendable {
    let commands: [any Command.Type]

    var names: [String] { commands.map { $0.name } }

    /// Finds a command.
    func command(named name: String) throws(UnknownCommand) -> any Command.Type {
        guard let command = commands.first(where: { $0.name == name }) else { throw UnknownCommand(name, among: names) }
        return command
    }
}

/// The error for a first word that names no command.
struct UnknownCommand: Error {
    let message: String
    /// The command line to suggest to the user.
    let help: String

    init(_ word: String, among names: [String]) {
        let isFile = word.hasSuffix(".json")
        let near = isFile ? "" : DidYouMean.hint(for: word, in: names)
        message = "no command is called \"\(word)\"\(near)"
        help = isFile ? "tabpipe run \(word)" : "tabpipe --help"
    }
}

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
