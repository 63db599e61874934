/// The files that the stages of the run in progress have written, and that get their places only at the commit point.
///
/// A sink that looks at files of a stage, such as the images of its pages, must look here first. Otherwise its output would change with the
/// second run, which finds these files in their places.
public struct StagedFiles: Sendable {
    @TaskLocal static var current = StagedFiles(folders: [])

    /// The folders of all stages of the run.
    let folders: [StageFiles]

    /// Returns the first bytes of a file that a stage of the run in progress has written, or has found unchanged.
    ///
    /// - Parameters:
    ///   - path: The path that the file gets, as the sink names its own files.
    ///   - limit: The largest number of bytes.
    /// - Returns: nil if no stage of the run has a folder with this file.
    public static func head(of path: String, upTo limit: Int) -> [UInt8]? {
        for folder in current.folders {
            guard let names = folder.names(of: path), let opened = try? folder.opened(names) else { continue }
            let file = FileDescriptor(owning: opened)
            return try? FileDescriptor.read(from: file.number, at: 0, upTo: limit)
        }
        return nil
    }
}
