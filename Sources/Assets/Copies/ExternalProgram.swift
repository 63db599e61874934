internal import HTTP
internal import Pipeline

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

/// A program of this machine that turns one file into another, with a private folder for its temporary files.
struct ExternalProgram: Sendable {
    /// The paths of the two files, for a program that needs names.
    struct Files: Sendable {
        let input: String
        let output: String
    }

    let path: String
    let arguments: @Sendable (Files) -> [String]
    /// The time limit in seconds.
    let maxSeconds: Double
    /// Whether the program reads and writes files by their names, and not its standard input and output.
    var needsNames = false

    private static let pieceBytes = 256 << 10
    private static let interval = Duration.milliseconds(5)

    /// Whether a path is that of a file that may be run.
    static func isExecutable(_ path: String) -> Bool {
        let isAllowed = unsafe access(path, X_OK) == 0
        return isAllowed && FilePath.kind(of: path) == .regular
    }

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - input: The open file that the program reads, from its current position; nil for none. The caller keeps it open.
    ///   - limit: The greatest length of the output, in bytes.
    /// - Throws: ``ExternalProgramFault``; `CancellationError`. The program has ended by then.
    func output(of input: Int32?, limit: Int) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let files = Files(input: "\(folder.path)/in", output: "\(folder.path)/out")
        var process = try start(input, files, in: folder.path)
        let deadline = ContinuousClock.now + .seconds(maxSeconds)
        while true {
            if let isSuccess = process.endedWithSuccess() {
                guard isSuccess else { throw ExternalProgramFault.failed }
                break
            }
            if ContinuousClock.now >= deadline { throw ExternalProgramFault.tookTooLong(seconds: Int(maxSeconds)) }
            if FilePath.size(of: files.output) ?? 0 > limit { throw ExternalProgramFault.wrongOutput }
            try await Task.sleep(for: Self.interval)
        }
        do throws(SystemError) {
            let file = try FileDescriptor(opening: files.output, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let output = try FileDescriptor.read(from: file.number, upTo: limit + 1)
            if output.count <= limit { return output }
        } catch {}
        throw ExternalProgramFault.wrongOutput
    }

    private func start(_ input: Int32?, _ files: Files, in folder: String) throws -> RunningProgram {
        do {
            let none = try FileDescriptor(opening: "/dev/null", flags: O_RDWR)
            let made = O_RDWR | O_CREAT | O_EXCL
            guard needsNames else {
                let output = try FileDescriptor(opening: files.output, flags: made, mode: 0o600)
                return try RunningProgram(
                    path, arguments(files), input: input ?? none.number, output: output.number, errors: none.number, folder: folder)
            }
            if let input {
                let copy = try FileDescriptor(opening: files.input, flags: made, mode: 0o600)
                while true {
                    let piece = try FileDescriptor.read(from: input, upTo: Self.pieceBytes)
                    if piece.isEmpty { break }
                    try copy.write(piece.span)
                }
            }
            return try RunningProgram(
                path, arguments(files), input: none.number, output: none.number, errors: none.number, folder: folder)
        } catch let error as SystemError {
            throw ExternalProgramFault.cannotStart(error.reason)
        }
    }
}

/// The reason why a program has made no file.
enum ExternalProgramFault: Error, Hashable {
    case cannotStart(String)
    case failed
    case tookTooLong(seconds: Int)
    case wrongOutput

    /// The reason in words, for messages.
    var words: String {
        switch self {
        case .cannotStart(let reason): "it cannot be started: \(reason)"
        case .failed: "it failed"
        case .tookTooLong(let seconds): "it took longer than \(SecondsText.counted(Double(seconds)))"
        case .wrongOutput: "its output is no image of the expected size"
        }
    }
}

/// A program that runs in a process group of its own. The group is killed when the value goes out of scope.
struct RunningProgram: ~Copyable, Sendable {
    private let process: pid_t
    private var hasEnded = false

    /// Starts a program without a shell, and without the variables of this process, which may hold secrets.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: The arguments behind the program's name.
    ///   - input: The standard input.
    ///   - output: The standard output.
    ///   - errors: The standard error.
    ///   - folder: The folder for temporary files.
    init(
        _ path: String, _ arguments: [String], input: Int32, output: Int32, errors: Int32, folder: String
    ) throws(ExternalProgramFault) {
        let variables = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "HOME=\(folder)", "TMPDIR=\(folder)", "MAGICK_TEMPORARY_PATH=\(folder)",
            "OMP_NUM_THREADS=1", "VIPS_CONCURRENCY=1", "VIPS_BLOCK_UNTRUSTED=1",
        ]
        var started: pid_t = 0
        let code = Self.spawn(&started, path, [path] + arguments, variables, [input, output, errors])
        guard code == 0 else { throw .cannotStart(unsafe String(cString: strerror(code))) }
        process = started
    }

    deinit {
        guard !hasEnded else { return }
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Whether the program has ended with success; nil while it runs.
    mutating func endedWithSuccess() -> Bool? {
        var status: Int32 = 0
        let result = unsafe waitpid(process, &status, WNOHANG)
        if result == 0 || result < 0 && errno == EINTR { return nil }
        hasEnded = true
        // What it has started itself ends, too.
        kill(-process, SIGKILL)
        return result == process && status == 0
    }

    private static func spawn(
        _ process: inout pid_t, _ path: String, _ arguments: [String], _ variables: [String], _ descriptors: [Int32]
    ) -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let closing = POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let closing = 0
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for (number, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        // The signals have their defaults: this process may ignore some.
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int(POSIX_SPAWN_SETPGROUP) | Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | Int(closing)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let texts = unsafe (arguments + variables).map { unsafe strdup($0) }
        defer { unsafe texts.forEach { unsafe free($0) } }
        let first = unsafe Array(texts.prefix(arguments.count)) + [nil]
        let second = unsafe Array(texts.dropFirst(arguments.count)) + [nil]
        return unsafe posix_spawn(&process, path, &actions, &attributes, first, second)
    }
}

/// A folder that other users cannot read. It is removed with its files when it goes out of scope.
private struct TemporaryFolder: ~Copyable {
    let path: String

    /// - Throws: ``ExternalProgramFault`` if it cannot be made.
    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-\(UUID().uuidString)").path
        do {
            try ConfinedFolder.makePrivate(at: path)
        } catch {
            throw ExternalProgramFault.cannotStart("its temporary folder cannot be made")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
