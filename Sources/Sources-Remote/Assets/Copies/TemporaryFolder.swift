internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A folder that other users cannot read. It is removed with its files when it goes out of scope.
struct TemporaryFolder: ~Copyable {
    let path: String

    /// - Throws: ``ExternalProgramFault`` if it cannot be made.
    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-\(UUID().uuidString)").path
        do {
            try ConfinedFolder.makePrivate(at: path)
        } catch {
            throw ExternalProgramFault.cannotStart("its temporary folder cannot be made")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
