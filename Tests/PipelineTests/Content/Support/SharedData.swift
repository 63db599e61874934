import Foundation

/// Test data that lies outside of the project: in `../shared/data` from its root, or where `TABPIPE_DATA` says.
enum SharedData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["TABPIPE_DATA"] { return URL(fileURLWithPath: path) }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        return root.appendingPathComponent("../shared/data").standardizedFileURL
    }()

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path) }

    static func read(_ path: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(path)) }

    /// The HTML files below a folder, in the order of their names.
    static func htmlFiles(_ path: String) -> [URL] {
        let files = FileManager.default.enumerator(at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path }
    }
}
