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

    /// Whether the Python that an environment variable names, or `python3`, has a module.
    public static func hasPythonModule(_ module: String, variable: String? = nil) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python(variable), "-c", "import \(module)"]
        process.standardError = FileHandle.nullDevice
        guard (try? ChildProcess.start(process)) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// The Python that an environment variable names, or `python3`.
    public static func python(_ variable: String?) -> String {
        variable.flatMap { ProcessInfo.processInfo.environment[$0] } ?? "python3"
    }
}
