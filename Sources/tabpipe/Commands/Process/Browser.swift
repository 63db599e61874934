internal import Foundation

/// The browser of the desktop, which the system's opener starts.
enum Browser {
    #if os(macOS)
    private static let opener = "open"
    #else
    private static let opener = "xdg-open"
    #endif

    /// Opens an address and does not wait for the browser. A failure is a warning.
    static func open(_ address: String, _ console: Console) {
        let folders = (EnvironmentVariable.path.value(in: ProcessInfo.processInfo.environment) ?? "").split(separator: ":")
        guard let program = folders.map({ "\($0)/\(opener)" }).first(where: FileManager.default.isExecutableFile(atPath:)) else {
            console.warning("--open: there is no \(opener) on the PATH; open the address yourself")
            return
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [address]
        // A browser may stay for hours. With our output, it would keep the reader of our output waiting.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            console.warning("--open: \(opener) could not be started: \(error)")
        }
    }
}
