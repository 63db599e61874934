internal import Ground
internal import ProgramGuard

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

/// A running program, which its guard process watches. When the value goes out of scope, the program and all that it has started are
/// killed.
struct ProgramProcess: ~Copyable {
    private var program: guarded_program
    /// Whether `waitpid` has returned for the guard.
    private var isReaped = false

    /// Starts a program.
    ///
    /// - Throws: ``PipelineFailure`` with the reason.
    init(_ command: ProgramCommand) throws {
        let texts = unsafe (command.arguments + command.variables).map { unsafe strdup($0) }
        defer { unsafe texts.forEach { unsafe free($0) } }
        let arguments = unsafe Array(texts.prefix(command.arguments.count)) + [nil]
        let variables = unsafe Array(texts.dropFirst(command.arguments.count)) + [nil]
        // The program starts in its folder, and its path is relative to the current one.
        let path = command.path.hasPrefix("/") ? command.path : "\(FileManager.default.currentDirectoryPath)/\(command.path)"
        var started = guarded_program()
        let code = unsafe program_guard_start(path, arguments, variables, command.folder, command.hasOutput ? 1 : 0, &started)
        guard code == 0 else { throw PipelineFailure(.inputMissing, unsafe String(cString: strerror(code))) }
        // Only now: `deinit` closes the descriptors of a value that is complete.
        program = started
        for end in [program.input, program.output, program.errors] where end >= 0 {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            #if os(Linux)
            // A larger pipe needs fewer context switches. If the call fails, the default size stays.
            _ = fcntl(end, Self.setPipeSize, Self.pipeBytes)
            #endif
        }
    }

    #if os(Linux)
    /// F_SETPIPE_SZ, which the headers hide from Swift.
    private static let setPipeSize: Int32 = 1031
    private static let pipeBytes: Int32 = 1 << 20
    #endif

    deinit {
        for end in [program.control, program.input, program.output, program.errors, program.status] where end >= 0 { close(end) }
        guard !isReaped else { return }
        continueProcess(program.guard)
        Self.reap(program.guard)
    }

    /// The writing end of standard input; -1 once it is closed.
    var input: Int32 { program.input }
    /// The reading end of standard output; -1 once it is closed.
    var output: Int32 { program.output }
    /// The reading end of standard error; -1 once it is closed.
    var errors: Int32 { program.errors }
    /// The descriptor that can be read once the program is gone; -1 after ``takeStatus()``.
    var status: Int32 { program.status }

    /// Closes the program's standard input, so that the program reads the end of the file.
    mutating func endInput() {
        command(program_guard_end_input)
        closeInput()
    }

    /// Closes this process's end of the input pipe. The program sees no end of its input, because the guard keeps a copy of the pipe open.
    mutating func closeInput() {
        if program.input >= 0 { close(program.input) }
        program.input = -1
    }

    mutating func closeOutput() {
        close(program.output)
        program.output = -1
    }

    mutating func closeErrors() {
        close(program.errors)
        program.errors = -1
    }

    /// Asks the process group to end.
    func terminate() { command(program_guard_terminate) }
    /// Kills the program and all that it has started.
    func kill() { command(program_guard_kill) }

    /// Kills the program and its guard, which does not answer. Processes that have left the program's process group go on.
    func abandon() {
        killGroup(program.program)
        killProcess(program.guard)
    }

    private func command(_ command: program_guard_command) {
        var byte = UInt8(truncatingIfNeeded: command.rawValue)
        _ = NonblockingIO.retrying { unsafe write(program.control, &byte, 1) }
        // The program may have sent SIGSTOP to its guard.
        continueProcess(program.guard)
    }

    /// Reads how the program ended, once ``status`` can be read.
    mutating func takeStatus() -> ProgramEnd.Status {
        var status: Int32 = 0
        let count = NonblockingIO.retrying { unsafe read(program.status, &status, MemoryLayout<Int32>.size) }
        close(program.status)
        program.status = -1
        // The guard was killed.
        if count != MemoryLayout<Int32>.size { killGroup(program.program) }
        Self.reap(program.guard)
        isReaped = true
        return count == MemoryLayout<Int32>.size ? ProgramEnd.Status(waitStatus: status) : .unknown
    }

    private static func reap(_ process: pid_t) {
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}

private func continueProcess(_ process: pid_t) { kill(process, SIGCONT) }
// Inside the type, the name `kill` refers to its method.
private func killProcess(_ process: pid_t) { kill(process, SIGKILL) }
private func killGroup(_ process: pid_t) { kill(-process, SIGKILL) }

/// The path, arguments, environment and limits of a program to start.
public struct ProgramCommand: Sendable {
    /// The path of the program.
    public let path: String
    let arguments: [String]
    let folder: String
    let variables: [String]
    let hasOutput: Bool
    let outputLimit: Int

    /// - Parameters:
    ///   - path: The path of the program, absolute or relative to the folder of this process.
    ///   - arguments: The arguments; the first one is the name of the program.
    ///   - folder: The folder in which the program starts.
    ///   - variables: The environment, each as `NAME=value`.
    ///   - hasOutput: Whether standard output is read; otherwise it goes where standard error goes.
    ///   - outputLimit: The limit that ``ProgramDialog/Reader`` gets, in bytes: of a line, or of the whole output.
    public init(path: String, arguments: [String], folder: String, variables: [String], hasOutput: Bool, outputLimit: Int) {
        self.path = path
        self.arguments = arguments
        self.folder = folder
        self.variables = variables
        self.hasOutput = hasOutput
        self.outputLimit = outputLimit
    }
}
