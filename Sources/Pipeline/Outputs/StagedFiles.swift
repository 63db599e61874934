#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The files that the stages of the run in progress have written, and that get their places only at the commit point.
///
/// A sink that looks at files of a stage, such as the images of its pages, must look here first. Otherwise its output would change with the
/// second run, which finds these files in their places.
public struct StagedFiles: Sendable {
    @TaskLocal static var current = StagedFiles(outputs: [])

    /// The outputs of all stages of the run.
    let outputs: [any RunOutput]

    /// Returns the first bytes of a file as a stage of the run in progress has written it, otherwise as it lies on the disk.
    ///
    /// - Parameters:
    ///   - path: The path that the file has or gets, as the sink names its own files.
    ///   - limit: The largest number of bytes.
    /// - Returns: nil if there is no such file, or if it cannot be read. A link could lead anywhere, and counts as no file.
    public static func head(of path: String, upTo limit: Int) -> [UInt8]? {
        for output in current.outputs { if let head = output.stagedHead(of: path, upTo: limit) { return head } }
        return FilePath.kind(of: path) == .regular ? headOnDisk(of: path, upTo: limit) : nil
    }

    private static func headOnDisk(of path: String, upTo limit: Int) -> [UInt8]? {
        // Between the look and the opening, another kind of file may have come, which must not block.
        guard let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return nil }
        return try? FileDescriptor.read(from: file.number, at: 0, upTo: limit)
    }
}
