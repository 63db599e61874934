internal import Foundation
internal import Pipeline

/// One of the program's commands.
protocol Command: Sendable {
    static var name: String { get }
    /// One sentence for the overview.
    static var summary: String { get }
    /// What operands it takes, and how many.
    static var operands: Operands { get }
    static var options: [CommandOption] { get }

    /// Does it.
    ///
    /// - Returns: The exit code.
    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32
}

/// What a command works with.
struct CommandContext: Sendable {
    let registry: Registry
    let console: Console

    /// Reads a pipeline file with the values of `--set`.
    func plan(_ file: String, _ arguments: Arguments, needsSourceAndSinks: Bool = true) throws -> PipelinePlan {
        var parameters: [String: String] = [:]
        for setting in arguments.values("set") {
            guard let equals = setting.firstIndex(of: "="), equals > setting.startIndex else {
                throw UsageError("--set wants name=value, found \"\(setting.printable)\"")
            }
            parameters[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
        }
        let settings = PipelineSettings(
            parameters: parameters, environment: ProcessInfo.processInfo.environment, needsSourceAndSinks: needsSourceAndSinks)
        return try PipelineReader.read(file, registry: registry, settings: settings)
    }
}

/// The operands of a command, for help and checking.
struct Operands: Sendable {
    /// As the synopsis shows them, such as `FILE…`.
    let synopsis: String
    let count: ClosedRange<Int>

    static let none = Operands(synopsis: "", count: 0...0)
    static let file = Operands(synopsis: "FILE", count: 1...1)
    static let files = Operands(synopsis: "FILE…", count: 1...Int.max)
}

/// An option of a command.
struct CommandOption: Sendable {
    let name: String
    /// What stands for the value in help, such as `N`; nil for a switch.
    let value: String?
    /// The words that the value can be, if it is one of some.
    var choices: [String] = []
    let help: String

    static let set = CommandOption(name: "set", value: "name=value", help: "Gives a parameter of the file a value. May be repeated.")
}
