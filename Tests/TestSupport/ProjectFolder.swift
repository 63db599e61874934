public import Foundation

/// The project that the tests belong to.
public enum ProjectFolder {
    /// The folder with Package.swift.
    public static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
}
