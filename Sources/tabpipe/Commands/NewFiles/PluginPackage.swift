internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A new Swift package: a program with the command line of tabpipe and a stage of its own.
struct PluginPackage {
    /// The folder of tabpipe where none is named.
    static let defaultTabpipe = "tabpipe"

    let name: String
    /// The folder of tabpipe, from where the program runs, or an absolute path.
    let tabpipe: String

    /// The folder of tabpipe from the package's folder, or an absolute path.
    var tabpipeFromPackage: String { tabpipe.hasPrefix("/") ? tabpipe : "../\(tabpipe)" }

    /// Whether the folder of tabpipe holds a package.
    var hasTabpipe: Bool { FileManager.default.fileExists(atPath: "\(tabpipe)/Package.swift") }

    /// Writes the package into a new folder of its name.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate` if the path exists; of that kind or `cannotWrite` if the system refuses,
    ///   and then nothing stays.
    func write() throws {
        do throws(SystemError) {
            try ConfinedFolder.makeNew(at: name)
        } catch {
            throw NewFile.failure(error, of: name)
        }
        do {
            for file in files {
                let path = "\(name)/\(file.path)"
                let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try NewFile.write(file.text, to: path)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: name)
            throw error as? PipelineFailure ?? PipelineFailure(.cannotCreate, "\(name) cannot be written: \(error.message)")
        }
    }
}
