import Foundation

/// Where the shared test data lies: `TABPIPE_DATA`, or `../shared/data` beside the package.
enum SharedData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["TABPIPE_DATA"] { return URL(fileURLWithPath: path) }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared/data")
    }()

    static let html5lib = folder.appendingPathComponent("html5lib")

    static let hasHTML5Lib = FileManager.default.fileExists(atPath: html5lib.path)

    /// The files of a folder of html5lib with this extension, in the order of their names.
    static func html5lib(_ name: String, _ pathExtension: String) -> [URL] {
        let folder = html5lib.appendingPathComponent(name)
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
    }
}
