public import Foundation

/// Public conformance suites and real content outside of the repository: in `../shared/data` from its root, or in the folder that the
/// environment variable `TABPIPE_DATA` names. Tests that need missing data are reported as skipped.
public enum SharedData {
    /// The folder with all shared data.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["TABPIPE_DATA"] { return URL(fileURLWithPath: path) }
        return ProjectFolder.root.appendingPathComponent("../shared/data").standardizedFileURL
    }()

    /// Whether a file or folder exists.
    public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) }

    /// Reads a file.
    public static func read(_ path: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(path)) }

    /// The files with this extension directly in a folder, sorted by path.
    public static func files(in path: String, _ pathExtension: String) -> [URL] {
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
    }

    /// The files with this extension in a folder and all its subfolders, sorted by path.
    public static func files(below path: String, _ pathExtension: String) -> [URL] {
        let files = FileManager.default.enumerator(at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
    }
}
