internal import Pipeline
internal import ProgramRunning

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

/// The options that source, stage and sink share.
struct ProgramSettings: Sendable {
    let program: ForeignProgram
    let style: ProgramProtocol
    let variables: [(key: String, value: String)]
    /// The limit of a line of output, in bytes.
    let maxLineBytes: Int

    private static let maxSeconds = 1_000_000.0

    init(options: inout OptionReader) {
        program = options.read(
            "command", .program,
            help:
                "The program and its arguments; no shell is involved. A name is looked up in PATH. Paths are relative to the file's folder."
        )
        style = options.read(
            "protocol", .choice, default: ProgramProtocol.lines,
            help:
                "lines: each record is a line of JSON. envelope: as `tabpipe pipe --envelope` writes, with rejects and a last line that counts."
        )
        variables = options.read(
            "env", .stringMap, default: [],
            help: "Environment variables of the program, by name. It gets PATH beside them, and no other ones.")
        for variable in variables {
            if variable.key.isEmpty || variable.key.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == 0 }) {
                options.report("the name of a variable cannot be empty, or contain \"=\" or U+0000", option: "env")
            } else if variable.value.utf8.contains(0) {
                options.report("the value of \(variable.key.printable) cannot contain the character U+0000", option: "env")
            }
        }
        maxLineBytes = options.read(
            "max_line_bytes", .integer(1...1 << 30), default: 16 << 20, help: "How long a line that the program writes may be, in bytes.")
    }

    /// The origin of warnings that belong to no record.
    var origin: Origin { Origin(source: program.name) }

    /// Reads `start_timeout_seconds`.
    static func startTimeout(_ options: inout OptionReader) -> Duration {
        seconds(&options, "start_timeout_seconds", default: 60, help: "The longest time from the start of the program to its first line.")
    }

    /// Reads `idle_timeout_seconds`.
    static func idleTimeout(_ options: inout OptionReader, help: String) -> Duration {
        seconds(&options, "idle_timeout_seconds", default: 300, help: help)
    }

    /// Reads a time limit.
    static func seconds(_ options: inout OptionReader, _ name: String, default fallback: Double, help: String) -> Duration {
        .seconds(options.read(name, .number(0.001...maxSeconds), default: fallback, help: help))
    }

    /// The path of the program's file; nil if it is not found.
    var path: String? {
        let name = program.arguments.first?.value ?? ""
        if name.contains("/") {
            let isRelative = !name.hasPrefix("/") && !program.folder.isEmpty
            let path = isRelative ? "\(program.folder)/\(name)" : name
            return Self.isProgram(path) ? path : nil
        }
        let paths = Self.searchPath.split(separator: ":").map { "\($0)/\(name)" }
        return paths.first(where: Self.isProgram)
    }

    /// Whether a file can be started. The system calls folders executable, too.
    private static func isProgram(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 && isFile(path) }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// The folders with programs, as in the variable PATH.
    private static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin" }

    /// The command that starts the program.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if it is not found.
    func command(hasOutput: Bool = true) throws -> ProgramCommand {
        guard let path else {
            let name = program.arguments.first?.shown.printable ?? ""
            throw PipelineFailure(.inputMissing, fault(of: name))
        }
        let hasPath = variables.contains { $0.key == "PATH" }
        return ProgramCommand(
            path: path, arguments: program.arguments.map(\.value), folder: program.folder.isEmpty ? "." : program.folder,
            variables: (hasPath ? [] : ["PATH=\(Self.searchPath)"]) + variables.map { "\($0.key)=\($0.value)" }, hasOutput: hasOutput,
            outputLimit: maxLineBytes)
    }

    /// The message for a program that was not found, with advice for what was most likely meant.
    private func fault(of name: String) -> String {
        if name.contains("/") { return "\(name) is not an executable file" }
        if name.contains(" ") {
            return "\(name) was not found: each argument is a string of its own, as in [\"python3\", \"-u\", \"a.py\"]"
        }
        let isBeside = Self.isFile(program.folder.isEmpty ? name : "\(program.folder)/\(name)")
        return "\(name) was not found in the folders of PATH" + (isBeside ? "; the file beside the pipeline file is \"./\(name)\"" : "")
    }

    /// Looks for the program, for the command `check`. It is not started.
    ///
    /// - Throws: ``PipelineFailure`` if it is not found.
    func check() throws -> String { "\(try command().path.printable) is there" }
}
