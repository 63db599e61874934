#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Where somebody with one output writes: standard output, a device or pipe, or a file that appears whole.
///
/// What is written appears in three steps: ``write(_:)``, ``prepare()``, which does all that may fail for want of space, and
/// ``commit()``. Without a commit the old file stays.
package struct OutputFile: ~Copyable {
    /// What is written to: one of the two is there.
    private struct Target: ~Copyable {
        var direct: FileDescriptor?
        var file: AtomicFile?

        mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
            if try file?.write(bytes) == nil { try direct?.write(bytes) }
        }
    }

    private let name: String
    private let isStandardOutput: Bool
    private var target: Target

    /// Opens an output.
    ///
    /// - Parameters:
    ///   - path: A path, or `-` for standard output.
    ///   - name: What messages call it; nil for the path.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    package init(_ path: String, called name: String? = nil) throws {
        isStandardOutput = path == "-"
        self.name = name ?? (path == "-" ? "standard output" : path.printable)
        target = try Self.open(path, called: self.name)
    }

    /// Whether an output at this path stays as it was if the run fails.
    package static func appearsWhole(_ path: String) -> Bool { path != "-" && !isSpecial(path) }

    private static func isSpecial(_ path: String) -> Bool {
        kind(path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false
    }

    /// What stands at a path, symbolic links followed; nil if nothing does.
    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func open(_ path: String, called name: String) throws -> Target {
        if path == "-" { return direct(FileDescriptor(owning: dup(STDOUT_FILENO))) }
        if kind(path) == S_IFDIR { throw PipelineFailure(.cannotCreate, "\(name) cannot be written: it is a folder") }
        do {
            if isSpecial(path) { return direct(try FileDescriptor(opening: path, flags: O_WRONLY)) }
            // A symbolic link that the user named is followed, so that the link stays.
            let place = FilePath.split(try FilePath.resolvingLinks(path))
            let folder = try OutputFolder(creating: place.folder)
            folder.removeLeftovers()
            return Target(direct: nil, file: try AtomicFile(place.name, in: folder))
        } catch let failure as PipelineFailure {
            throw failure
        } catch {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written: \(error)")
        }
    }

    private static func direct(_ file: consuming FileDescriptor) -> Target {
        Target(direct: consume file, file: nil)
    }

    /// Appends bytes.
    package mutating func write(_ bytes: [UInt8]) throws {
        do throws(SystemError) {
            try target.write(bytes.span)
        } catch {
            throw error.code == EPIPE && isStandardOutput
                ? PipelineFailure(.outputClosed, "standard output was closed") : failure(error)
        }
    }

    /// Brings everything to the disk that is written, beside the old file; putting it in place is all that is left.
    package mutating func prepare() throws {
        do throws(SystemError) {
            try target.file?.prepare()
        } catch {
            throw failure(error)
        }
    }

    /// Puts the file in place.
    ///
    /// - Returns: Whether it was there with the same content already and was not touched.
    package consuming func commit() throws -> Bool {
        guard let file = target.file.take() else { return false }
        do {
            return try file.commit(synchronizingFolder: true) == .unchanged
        } catch {
            throw PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.reason)")
        }
    }

    private func failure(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.reason)")
    }
}
