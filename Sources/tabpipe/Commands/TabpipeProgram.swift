internal import Foundation
public import Pipeline

/// The command line: `tabpipe` itself, and any program with components of its own.
public enum TabpipeProgram {
    /// The version, as `--version` prints it.
    public static let version = "0.1.0"

    static let commands: [any Command.Type] = [
        RunCommand.self, PreviewCommand.self, ValidateCommand.self, ListCommand.self, DescribeCommand.self, SchemaCommand.self,
        ExplainCommand.self,
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
        await run(arguments, registry: registry, output: STDOUT_FILENO, messages: STDERR_FILENO)
    }

    /// Does what some arguments say, and says it elsewhere than usual; what sinks write to standard output goes there all the
    /// same.
    ///
    /// - Parameters:
    ///   - output: The open file that stands for standard output.
    ///   - messages: The open file that stands for standard error.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String], registry: Registry, output: Int32, messages: Int32) async -> Int32 {
        ProcessSetup.ignoreWriteSignals()
        let console = Console(environment: ProcessInfo.processInfo.environment, output: output, messages: messages)
        if let fault = ProcessSetup.fault {
            console.error(fault)
            return PipelineFailure.Kind.cannotCreate.rawValue
        }
        let code = await run(arguments, registry: registry, console: console)
        guard let failure = console.outputFailure else { return code }
        if failure.code == EPIPE { return PipelineFailure.Kind.outputClosed.rawValue }
        console.error("standard output cannot be written: \(failure.reason)")
        return PipelineFailure.Kind.cannotWrite.rawValue
    }

    private static func run(_ arguments: [String], registry: Registry, console: Console) async -> Int32 {
        guard let first = arguments.first else {
            console.writeError(HelpText.overview)
            return ExitCode.usage
        }
        switch first {
        case "--help", "-h", "help":
            guard first == "help", arguments.count > 1 else {
                console.writeOutput(HelpText.overview)
                return ExitCode.done
            }
            guard let command = command(arguments[1]) else { return complain(of: arguments[1], console) }
            console.writeOutput(HelpText.help(for: command))
            return ExitCode.done
        case "--version", "-V":
            console.writeOutput("tabpipe \(version)\n")
            return ExitCode.done
        default: break
        }
        guard let command = command(first) else { return complain(of: first, console) }
        return await run(command, Array(arguments.dropFirst()), registry: registry, console: console)
    }

    private static func run(_ command: any Command.Type, _ words: [String], registry: Registry, console: Console) async -> Int32 {
        do {
            let arguments = try Arguments(words, options: command.options, operands: command.operands)
            if arguments.wantsHelp {
                console.writeOutput(HelpText.help(for: command))
                if command.options.contains(where: { $0.name == CommandOption.set.name }) {
                    for file in arguments.operands { helpWithParameters(of: file, console) }
                }
                return ExitCode.done
            }
            return try await command.run(arguments, CommandContext(registry: registry, console: console))
        } catch let usage as UsageError {
            console.error(usage.message, help: "tabpipe \(command.name) --help")
            return ExitCode.usage
        } catch let reported as ReportedError {
            return reported.exitCode
        } catch let diagnostics as PipelineFileError {
            console.report(diagnostics)
            return ExitCode.pipelineFileWrong
        } catch let failure as PipelineFailure {
            console.error(failure.message)
            return failure.kind.rawValue
        } catch {
            console.error("internal error: \(String(describing: error))")
            return PipelineFailure.Kind.internalError.rawValue
        }
    }

    /// Prints the parameters of a file behind the help of a command; of one that cannot be read, what tells why.
    private static func helpWithParameters(of file: String, _ console: Console) {
        guard Input(file) != .standardInput else { return }
        if let parameters = PipelineReader.parameters(of: file) {
            console.writeOutput(HelpText.parameters(parameters, of: file))
        } else {
            console.writeOutput("\n\(file.printable) cannot be read: tabpipe validate \(file.printable)\n")
        }
    }

    private static func complain(of word: String, _ console: Console) -> Int32 {
        let isFile = word.hasSuffix(".json")
        let near = isFile ? "" : Spelling.hint(for: word, in: commands.map { $0.name })
        console.error(
            "no command is called \"\(word)\"\(near)", help: isFile ? "tabpipe run \(word)" : "tabpipe --help")
        return ExitCode.usage
    }

    private static func command(_ name: String) -> (any Command.Type)? { commands.first { $0.name == name } }
}
