#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif
internal import Pipeline

/// Where a sink with one output writes: standard output, a device or pipe, or a file that appears whole.
struct OutputStream: ~Copyable {
    /// What is written to: one of the two is there.
    private struct Target: ~Copyable {
        var direct: FileDescriptor?
        var file: AtomicFile?

        mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
            if try file?.write(bytes) == nil { try direct?.write(bytes) }
        }
    }

    private let path: String
    private var target: Target

    /// Opens an output.
    ///
    /// - Parameter path: A path, or `-` for standard output.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    init(_ path: String) throws {
        target = try Self.open(path)
        self.path = path
    }

    /// Whether an output at this path stays as it was if the run fails.
    static func appearsWhole(_ path: String) -> Bool { path != "-" && !isSpecial(path) }

    private static func isSpecial(_ path: String) -> Bool {
        kind(path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false
    }

    private static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    /// What stands at a path, symbolic links followed; nil if nothing does.
    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func open(_ path: String) throws -> Target {
        if path == "-" { return direct(FileDescriptor(owning: dup(STDOUT_FILENO))) }
        if isFolder(path) { throw PipelineFailure(.cannotCreate, "\(path.printable) cannot be written: it is a folder") }
        do {
            if isSpecial(path) { return direct(try FileDescriptor(opening: path, flags: O_WRONLY)) }
            let (folderPath, name) = split(resolvingLinks(path))
            let folder = try OutputFolder(creating: folderPath)
            folder.removeLeftovers()
            return Target(direct: nil, file: try AtomicFile(name, in: folder))
        } catch let failure as PipelineFailure {
            throw failure
        } catch {
            throw PipelineFailure(.cannotCreate, "\(path.printable) cannot be written: \(error)")
        }
    }

    private static func direct(_ file: consuming FileDescriptor) -> Target {
        Target(direct: consume file, file: nil)
    }

    /// A symbolic link that the user named is followed, so that the link stays.
    private static func resolvingLinks(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// Appends bytes.
    mutating func write(_ bytes: [UInt8]) throws {
        do throws(SystemError) {
            try target.write(bytes.span)
        } catch {
            throw error.code == EPIPE && path == "-"
                ? PipelineFailure(.outputClosed, "standard output was closed")
                : PipelineFailure(.cannotWrite, "\(path == "-" ? "standard output" : path.printable) cannot be written: \(error.reason)")
        }
    }

    /// Puts the file in place.
    ///
    /// - Returns: Whether it was there with the same content already and was not touched.
    consuming func finish() throws -> Bool {
        guard let file = target.file.take() else { return false }
        do {
            return try file.commit(synchronizingFolder: true) == .unchanged
        } catch {
            throw PipelineFailure(.cannotWrite, "\(path.printable) cannot be written: \(error)")
        }
    }
}
