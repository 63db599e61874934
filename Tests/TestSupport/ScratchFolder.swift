public import Foundation

/// A temporary folder that is deleted at the end of its scope.
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

    /// Writes a file and creates its parent folders.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = file(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// Reads a text file.
    public func read(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

    /// Lists the names of files and folders in this folder or a subfolder, sorted.
    public func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(folder).path).sorted()
    }
}
