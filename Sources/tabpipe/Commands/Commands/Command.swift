/// One of the program's commands.
protocol Command: Sendable {
    static var name: String { get }
    /// One sentence for the overview.
    static var summary: String { get }
    /// What else its help says.
    static var details: String? { get }
    /// Command lines to copy, for its help.
    static var examples: [String] { get }
    /// What operands it takes, and how many.
    static var operands: Operands { get }
    static var options: [CommandOption] { get }

    /// Does it.
    ///
    /// - Returns: The exit code.
    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32
}

extension Command {
    static var details: String? { nil }
}
