public import Foundation

/// A folder that is gone when the test is over.
public struct ScratchFolder: ~Copyable, Sendable {
    /// Where it is.
    public let url: URL

    /// Makes a folder that nobody else has.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Its path.
    public var path: String { url.path }

    /// The place of a file in it.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file, and makes the folders on the way to it.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = file(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// The text of a file.
    public func read(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

    /// The names of files and folders in it, or in one of its folders, sorted.
    public func names(_ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(folder).path).sorted()
    }
}
