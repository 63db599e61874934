import Foundation

/// Programs on the `PATH`, which some tests need.
public enum InstalledProgram {
    private static let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")

    /// The path of a program; nil if it is not installed.
    public static func path(of program: String) -> String? {
        folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Whether a program is installed.
    public static func isThere(_ program: String) -> Bool { path(of: program) != nil }
}
