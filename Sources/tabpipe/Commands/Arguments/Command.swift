/// A command of the program. Its initializer reads the command line, and so declares it.
protocol Command: Sendable {
    static var name: String { get }
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
