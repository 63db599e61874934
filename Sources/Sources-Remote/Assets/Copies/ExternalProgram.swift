internal import HTTP
internal import Pipeline

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
