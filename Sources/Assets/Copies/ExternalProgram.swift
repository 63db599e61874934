internal import HTTP
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

/// A program of this machine that turns one file into another, with a private folder for its temporary files.
struct ExternalProgram: Sendable {
    /// The paths of the two files, for a program that needs names.
    struct FilePaths: Sendable {
        let input: String
        let output: String
    }

    let path: String
    let arguments: @Sendable (FilePaths) -> [String]
    /// The time limit in seconds.
    let maxSeconds: Double
    /// Whether the program reads and writes files by their names, and not its standard input and output.
    var needsNames = false

    private static let pieceBytes = 256 << 10

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
        let files = FilePaths(input: "\(folder.path)/in", output: "\(folder.path)/out")
        if needsNames, let input { try Self.copy(input, to: files.input) }
        // Without the variables of this process, which may hold secrets.
        let variables = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "HOME=\(folder.path)", "TMPDIR=\(folder.path)",
            "MAGICK_TEMPORARY_PATH=\(folder.path)", "OMP_NUM_THREADS=1", "VIPS_CONCURRENCY=1", "VIPS_BLOCK_UNTRUSTED=1",
        ]
        let command = ProgramCommand(
            path: path, arguments: [path] + arguments(files), folder: folder.path, variables: variables, hasOutput: !needsNames,
            outputLimit: limit)
        switch try await outputOfProgram(command, input: needsNames ? nil : input, maxSeconds: maxSeconds) {
        case .output(let output): return needsNames ? try Self.content(of: files.output, limit: limit) : output
        case .cannotStart(let reason): throw ExternalProgramFault.cannotStart(reason)
        case .failed: throw ExternalProgramFault.failed
        case .tookTooLong: throw ExternalProgramFault.tookTooLong(seconds: Int(maxSeconds))
        case .wroteTooMuch: throw ExternalProgramFault.wrongOutput
        }
    }

    private static func copy(_ input: Int32, to path: String) throws(ExternalProgramFault) {
        do throws(SystemError) {
            let copy = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            while true {
                let piece = try FileDescriptor.read(from: input, upTo: pieceBytes)
                if piece.isEmpty { return }
                try copy.write(piece.span)
            }
        } catch {
            throw .cannotStart(error.reason)
        }
    }

    private static func content(of path: String, limit: Int) throws(ExternalProgramFault) -> [UInt8] {
        do throws(SystemError) {
            let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let output = try FileDescriptor.read(from: file.number, upTo: limit + 1)
            if output.count <= limit { return output }
        } catch {}
        throw .wrongOutput
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
