internal import ExternalPrograms
public import Pipeline
internal import Sinks
internal import SourcesRemote
internal import Stages

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The command line of `tabpipe`, and of any program with components of its own.
public enum TabpipeProgram {
    /// The version, which `--version` prints and `release/make` puts into the archive's name.
    public static let version = TabpipeVersion.text

    /// Runs the command that the arguments of the process name, and ends the process with the exit code.
    ///
    /// - Parameter registry: The components that pipeline files can name.
    @MainActor public static func main(with registry: Registry) async -> Never {
        // Runs before the first suspension: the check takes all free descriptors for a moment. Dispatch opens its own descriptors after the
        // first suspension; with none free, it would end the process.
        if let fault = ProcessSetup.fault {
            Console(environment: ProcessInfo.processInfo.environment, output: STDOUT_FILENO, messages: STDERR_FILENO).error(fault)
            exit(PipelineFailure.Kind.cannotCreate.rawValue)
        }
        AllocatorSettings.apply()
        let code = await run(Array(CommandLine.arguments.dropFirst()), registry: registry)
        exit(code)
    }

    /// Runs the command that some arguments name.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - registry: The components that pipeline files can name.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String], registry: Registry) async -> Int32 {
        await run(arguments, registry: registry, output: STDOUT_FILENO, messages: STDERR_FILENO)
    }

    /// Runs the command that some arguments name, with other files for output and messages. Sinks still write to standard output.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - registry: The components that pipeline files can name.
    ///   - output: The open descriptor that replaces standard output.
    ///   - messages: The open descriptor that replaces standard error.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String], registry: Registry, output: Int32, messages: Int32) async -> Int32 {
        ProcessSetup.ignoreWriteSignals()
        let console = Console(environment: ProcessInfo.processInfo.environment, output: output, messages: messages)
        let code = await run(arguments, registry: registry, console: console)
        guard let failure = console.outputFailure else { return code }
        if failure.code == EPIPE { return PipelineFailure.Kind.outputClosed.rawValue }
        console.error("standard output cannot be written: \(failure.reason)")
        return PipelineFailure.Kind.cannotWrite.rawValue
    }

    private static func run(_ arguments: [String], registry: Registry, console: Console) async -> Int32 {
        guard let first = arguments.first else {
            console.writeError(HelpText.overview(of: .program))
            return ExitCode.usage
        }
        if ProgramOptions.help.matches(first) {
            console.writeOutput(HelpText.overview(of: .program))
            return ExitCode.done
        }
        if ProgramOptions.version.matches(first) {
            console.writeOutput("tabpipe \(version)\n")
            return ExitCode.done
        }
        do {
            return try await run(
                CommandList.program.command(named: first), Array(arguments.dropFirst()), registry: registry, console: console)
        } catch let unknown as UnknownCommand {
            console.error(unknown.message, help: unknown.help)
            return ExitCode.usage
        } catch {
            console.error("internal error: \(String(describing: error))")
            return PipelineFailure.Kind.internalError.rawValue
        }
    }

    private static func run<Named: Command>(
        _ command: Named.Type, _ words: [String], registry: Registry, console: Console
    ) async throws -> Int32 {
        do {
            let declaration = CommandDeclaration(command)
            let words = try CommandWords(words, options: declaration.options, takesProgram: declaration.takesProgram, of: .program)
            if words.wantsHelp {
                console.writeOutput(HelpText.help(for: declaration))
                if declaration.takesParameters {
                    for file in words.operands { printParameters(of: file, console) }
                }
                return ExitCode.done
            }
            var reader = ArgumentReader(words)
            let command = Named(arguments: &reader)
            try reader.finish()
            return try await command.run(in: CommandContext(registry: registry, console: console))
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
        }
    }

    /// Prints the parameters of a pipeline file after the help of a command.
    ///
    /// If the file cannot be read, it prints the command that shows the reason.
    private static func printParameters(of file: String, _ console: Console) {
        guard Input(file) != .standardInput else { return }
        if let parameters = PipelineReader.parameters(of: file) {
            console.writeOutput(HelpText.parameters(parameters, of: file))
        } else {
            console.writeOutput("\n\(file.printable) cannot be read: tabpipe validate \(file.printable)\n")
        }
    }
}

extension Registry {
    /// The components of the program `tabpipe`. A program of your own adds more:
    /// `var registry = Registry.standard; registry.add(Shorten.self)`.
    public static var standard: Registry {
        var registry = Registry()
        registry.addStages()
        registry.addSources()
        registry.addSinks()
        registry.addPrograms()
        return registry
    }
}
