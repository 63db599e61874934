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
