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
    private enum Target: ~Copyable {
        case direct(FileDescriptor)
        case atomic(AtomicFile, folder: OutputFolder)
    }

    private let path: String
    private let target: Target

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
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    private static func open(_ path: String) throws -> Target {
        if path == "-" { return .direct(FileDescriptor(owning: dup(STDOUT_FILENO))) }
        do {
            if isSpecial(path) {
                let file = try FileDescriptor(opening: path, flags: O_WRONLY)
                return .direct(file)
            }
            let (folderPath, name) = split(resolvingLinks(path))
            let folder = try OutputFolder(creating: folderPath)
            folder.removeLeftovers()
            let file = try AtomicFile(name, in: folder.subfolder([]))
            return .atomic(file, folder: folder)
        } catch let failure as PipelineFailure {
            throw failure
        } catch {
            throw PipelineFailure(.cannotCreate, "\(path.printable) cannot be written: \(error)")
        }
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
    borrowing func write(_ bytes: [UInt8]) throws {
        do {
            switch target {
            case .direct(let file): try file.write(bytes.span)
            case .atomic(let file, folder: _): try file.write(bytes.span)
            }
        } catch let error as SystemError {
            throw error.code == EPIPE && path == "-"
                ? PipelineFailure(.outputClosed, "standard output was closed")
                : PipelineFailure(.cannotWrite, "\(path == "-" ? "standard output" : path.printable) cannot be written: \(error.reason)")
        }
    }

    /// Puts the file in place.
    ///
    /// - Returns: Whether it was there with the same content already and was not touched.
    consuming func finish() throws -> Bool {
        let path = path
        switch consume target {
        case .direct: return false
        case .atomic(let file, folder: let folder):
            do {
                let change = try file.commit()
                try folder.synchronize()
                return change == .unchanged
            } catch {
                throw PipelineFailure(.cannotWrite, "\(path.printable) cannot be written: \(error)")
            }
        }
    }
}
