import Foundation
import ProgramSupport

/// Checks Swift files that stand in documentation, or that the program writes.
enum SwiftCheck {
    /// Whether a compiler finds the library Testing by itself. On macOS only a build does.
    #if os(macOS)
    private static let findsTesting = false
    #else
    private static let findsTesting = true
    #endif

    /// Type-checks all source files below a folder as one module, against the modules of this build. Manifests are left out.
    ///
    /// The module has the name of the program, so that the compiler passes over its import in a test.
    ///
    /// - Returns: What the compiler prints of errors; nil if it finds none.
    static func faultOfSources(in folder: URL) async throws -> String? {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let sources = paths.filter {
            $0.hasSuffix(".swift") && !$0.hasSuffix("Package.swift") && (findsTesting || !$0.hasSuffix("Tests.swift"))
        }
        guard !sources.isEmpty else { return nil }
        let main = sources.first { $0.hasSuffix("/main.swift") }?.split(separator: "/").dropLast().last ?? "Sources"
        let build = Program.buildFolders.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("Modules").path) }
        let modules = build?.appendingPathComponent("Modules").path ?? "Modules"
        // The compiler has to find the C modules that targets of tabpipe import, too.
        let maps = ["CurlCalls", "ProgramGuard"].flatMap { name in
            ["-Xcc", "-fmodule-map-file=\(build?.appendingPathComponent("\(name).build/module.modulemap").path ?? name)"]
        }
        let command = ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", String(main), "-I", modules] + maps
        let outcome = try await Program.run("/usr/bin/env", command + sources, in: folder)
        return outcome.code == 0 ? nil : outcome.messages
    }

    /// Compiles the manifest of the package in a folder.
    ///
    /// - Returns: What the compiler prints; nil if the manifest is right.
    static func faultOfManifest(in folder: URL) async throws -> String? {
        let outcome = try await Program.run("/usr/bin/env", ["swift", "package", "dump-package"], in: folder)
        return outcome.code == 0 ? nil : outcome.messages
    }
}
