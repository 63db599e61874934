internal import Foundation
public import Pipeline

/// The command line: `tabpipe` itself, and any program with components of its own.
public enum TabpipeProgram {
    /// The version, as `--version` prints it.
    public static let version = "0.1.0"

    static let commands: [any Command.Type] = [
        RunCommand.self, ValidateCommand.self, ListCommand.self, DescribeCommand.self, SchemaCommand.self, ExplainCommand.self,
        GraphCommand.self, PipeCommand.self, ConvertCommand.self, NewCommand.self, CompletionCommand.self,
    ]

    /// Does what the arguments of the process say, and ends the process with the exit code.
    ///
    /// - Parameter registry: The components that pipeline files can name.
    public static func main(with registry: Registry) async -> Never {
        MemorySettings.apply()
        let code = await run(Array(CommandLine.arguments.dropFirst()), registry: registry)
        exit(code)
    }

    /// Does what some arguments say.
    ///
    /// - Returns: The exit code.
    public static func run(_ arguments: [String], registry: Registry) async -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        let console = Console(environment: ProcessInfo.processInfo.environment)
        guard let first = arguments.first else {
            console.writeError(HelpText.overview)
            return ExitCode.usage
        }
        switch first {
        case "--help", "-h", "help":
            if first == "help", arguments.count > 1, let command = command(arguments[1]) {
                console.writeOutput(HelpText.help(for: command))
            } else {
                console.writeOutput(HelpText.overview)
            }
            return ExitCode.done
        case "--version":
            console.writeOutput("tabpipe \(version)\n")
            return ExitCode.done
        default: break
        }
        guard let command = command(first) else {
            let near = Spelling.nearest(to: first, in: commands.map { $0.name }).map { "; did you mean \"\($0)\"?" } ?? ""
            console.error("no command is called \"\(first.printable)\"\(near)", help: "tabpipe --help")
            return ExitCode.usage
        }
        return await run(command, Array(arguments.dropFirst()), registry: registry, console: console)
    }

    private static func run(_ command: any Command.Type, _ words: [String], registry: Registry, console: Console) async -> Int32 {
        if words.contains("--help") || words.contains("-h") {
            console.writeOutput(HelpText.help(for: command))
            return ExitCode.done
        }
        do {
            let arguments = try Arguments(words, options: command.options, operands: command.operands)
            return try await command.run(arguments, CommandContext(registry: registry, console: console))
        } catch let usage as UsageError {
            console.error(usage.message, help: "tabpipe \(command.name) --help")
            return ExitCode.usage
        } catch let diagnostics as Diagnostics {
            console.report(diagnostics)
            return ExitCode.pipelineFileWrong
        } catch let failure as PipelineFailure {
            console.error(failure.message)
            return failure.kind.rawValue
        } catch {
            console.error("internal error: \(String(describing: error).printable)")
            return PipelineFailure.Kind.internalError.rawValue
        }
    }

    private static func command(_ name: String) -> (any Command.Type)? { commands.first { $0.name == name } }
}

/// Exit codes that are not failures of a run.
enum ExitCode {
    static let done: Int32 = 0
    static let usage: Int32 = 2
    static let pipelineFileWrong: Int32 = 78
}
