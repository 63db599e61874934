public import Foundation

/// A temporary folder, removed at the end of this value's life.
public struct ScratchFolder: ~Copyable, Sendable {
    /// The URL of the folder.
    public let url: URL

    /// Makes a folder with a unique name.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of the folder.
    public var path: String { url.path }

    /// The URL of a file in the folder.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file, and makes the folders of its path.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = file(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// The text of a file in the folder.
    public func read(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

    /// The sorted names of the files and folders in the folder, or in one of its subfolders.
    public func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(folder).path).sorted()
    }
}
