internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A temporary folder with one folder for the outputs of each test.
struct ScratchSpace: Sendable {
    private let path: String

    /// Creates the folder, which other users cannot read.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    init() throws {
        // A link on the way, such as that of /tmp on macOS, would make paths in messages differ.
        path =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent("tabpipe-test-\(UUID().uuidString)")
            .path
        try ConfinedFolder.makePrivate(at: path)
    }

    /// The folder for the outputs of a test. Files beside an output folder stay in the folder of the test, too.
    func outputs(of number: Int) throws -> String {
        let folder = "\(path)/\(number)"
        try ConfinedFolder.makePrivate(at: folder)
        try ConfinedFolder.makePrivate(at: folder + "/outputs")
        return folder + "/outputs"
    }

    /// Removes everything.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
