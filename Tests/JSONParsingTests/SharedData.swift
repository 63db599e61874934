import Foundation

/// Public conformance suites that stand beside the project, or where TABPIPE_DATA says; tests skip visibly without them.
enum SharedData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["TABPIPE_DATA"] { return URL(fileURLWithPath: path) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return root.deletingLastPathComponent().appendingPathComponent("shared/data")
    }()

    static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) }
}
