public import Foundation

/// The public conformance suites and real content that stand beside the project: in `../shared/data` from its root, or where
/// `TABPIPE_DATA` says. Tests that use them skip visibly where they are missing.
public enum SharedData {
    /// The folder that holds all of it.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["TABPIPE_DATA"] { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/data").standardizedFileURL
    }()

    /// Whether a file or folder is there.
    public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) }

    /// The bytes of a file.
    public static func read(_ path: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(path)) }

    /// The files directly in a folder that have this extension, in the order of their names.
    public static func files(in path: String, _ pathExtension: String) -> [URL] {
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
    }

    /// The files below a folder, however deep, that have this extension, in the order of their names.
    public static func files(below path: String, _ pathExtension: String) -> [URL] {
        let files = FileManager.default.enumerator(at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
    }
}
