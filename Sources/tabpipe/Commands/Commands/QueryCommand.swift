internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import JSONQuery
internal import Pipeline
internal import SourcesLocal

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

/// `tabpipe query PROGRAM [FILE…]`
struct QueryCommand: Command {
    static let name = "query"
    static let group = CommandGroup.run
    static let summary = "Runs a jq program on JSON from standard input, files or http(s) URLs, with the options of jq."
    static let details: String? =
        "A program that begins with a path, such as .items[] | .name or .items[0], reads long documents in constant memory. Exit codes are "
        + "those of jq: 2 for usage and unreadable inputs, 3 for a wrong program, 5 for invalid JSON or an error of the program."
    static let examples = [
        "tabpipe query '.items[] | select(.price > 10) | .name' shop.json", "tabpipe query -r '.[].email' users.json | sort -u",
        "tabpipe query -n --arg user \"$USER\" '{$user, home: $ENV.HOME}'",
    ]

    private static let maxJobs = 1024
    /// The limit of a program file and of a file of `--slurpfile` and `--rawfile`, in bytes.
    private static let maxFileBytes = JSONLimits.maxSupportedValueBytes

    /// The program, or with `--from-file` its path, and then the inputs.
    private let words: [String]
    private let isFromFile: Bool
    private let arguments: QueryArguments
    private let input: QueryInputOptions
    private let output: QueryOutputOptions
    private let setsExitCode: Bool
    private let stopsAtFirst: Bool
    private let jobs: Int?
    private let programMemory: Int

    init(arguments reader: inout ArgumentReader) {
        let words = reader.programAndFiles()
        input = QueryInputOptions(arguments: &reader)
        output = QueryOutputOptions(arguments: &reader)
        setsExitCode = reader.flag(
            "exit-status", short: "e", help: "Exits with 1 if the last output is false or null, and with 4 if there is none.")
        isFromFile = reader.flag("from-file", short: "f", help: "Reads the program from a file: PROGRAM is its path.")
        arguments = QueryArguments(arguments: &reader, positional: words.dropFirst())
        self.words = Array(words.prefix(1)) + arguments.files
        stopsAtFirst = reader.flag("first", help: "Ends at the first output. The rest of the input is neither read nor checked.")
        jobs = reader.optionalInteger(
            "jobs", in: 1...Self.maxJobs,
            help: "Workers; the default is the number of processors. The output is the same for every N.")
        programMemory = reader.programMemory() ?? QueryLimits.standard.maxMemory
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let console = context.console
        let environment = ProcessInfo.processInfo.environment
        guard !words.isEmpty || !isFromFile && !(isatty(STDIN_FILENO) == 1 && console.outputStyle.isForTerminal) else {
            throw UsageError("PROGRAM is missing")
        }
        let query: Query
        do {
            let variables = try await arguments.variables(limit: Self.maxFileBytes)
            query = try await compiled(words.first ?? ".", variables, context.registry, console)
        } catch let failure as PipelineFailure {
            console.error(failure.message)
            return ExitCode.usage
        }
        let program = QueryProgram(query, streams: input.canStream, maxMemory: programMemory)
        let run = QueryRun(
            program: program, inputs: (words.count > 1 ? Array(words.dropFirst()) : ["-"]).map { Pipeline.Input($0) }, options: input,
            writer: QueryWriter(output, console: console, environment: environment), console: console,
            environment: JSONObject(environment.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }),
            jobs: output.isUnbuffered ? 1 : jobs ?? ProcessInfo.processInfo.activeProcessorCount, stopsAtFirst: stopsAtFirst)
        let status = await run.run()
        return status.exitCode(dependsOnOutput: setsExitCode)
    }

    /// Compiles the program. An error of the program is printed.
    private func compiled(_ word: String, _ variables: QueryVariables, _ registry: Registry, _ console: Console) async throws -> Query {
        var name = "program"
        var source = word
        if isFromFile {
            let file = Pipeline.Input(word)
            name = file.shown
            let document = try await WholeDocument(file, limit: Self.maxFileBytes, in: RunContext(RunNetwork()))
            source = String(decoding: document.bytes, as: UTF8.self)
        }
        do {
            return try Query(source, functions: registry.functions, variables: variables)
        } catch {
            let text = Array(source.utf8)
            let start = min(error.offset, text.count)
            let message = error.message + (error.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
            let help = !isFromFile && Self.isInput(word) ? "the program comes first: tabpipe query PROGRAM FILE" : nil
            let fault = Diagnostic(message, at: start..<min(start + 1, text.count), path: "", help: help)
            console.report(PipelineFileError(file: name, text: text, list: [fault]))
            throw ReportedError(exitCode: QueryStatus.wrongProgram)
        }
    }

    /// Whether a word is a URL, or the path of a file that exists.
    private static func isInput(_ word: String) -> Bool {
        if case .web = Pipeline.Input(word) { return true }
        return FilePath.kind(of: word) != nil
    }
}
