internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The folder of `--record`, which receives the responses of servers during a run.
struct RecordingFolder {
    private static let suffix = ".response"
    /// The file with the salt of the cache, which is not a response.
    private static let saltName = "salt"

    let path: String

    /// Reads the option; nil if it is missing.
    init?(arguments: inout ArgumentReader) {
        let help =
            "Keeps the responses of servers in a folder, from which tests replay them. Credentials never get into it."
        guard let path = arguments.optionalPath("record", value: "FOLDER", help: help) else { return nil }
        self.path = path
    }

    /// Checks the folder before anything runs, and protects it from records.
    ///
    /// - Parameter others: The other outputs of the command line.
    /// - Throws: ``UsageError`` if the path is no folder, holds other files, or belongs to a pipeline, or if an output is in it.
    func check(_ plans: [(file: String, plan: PipelinePlan)], others: [FileUse] = []) throws {
        guard !path.isEmpty, case .file = Input(path) else {
            throw UsageError("--record wants the path of a folder, found \"\(path.printable)\"")
        }
        if let kind = FilePath.kind(of: path), kind != .folder {
            throw UsageError("--record wants a folder; \(path.printable) is \(kind == .regular ? "a file" : "a device or pipe")")
        }
        if let other = names.first(where: { !$0.hasSuffix(Self.suffix) && $0 != Self.saltName && !$0.hasPrefix(".") }) {
            throw UsageError(
                "--record names \(path.printable), which contains a file that is not a response: \(other.printable)")
        }
        let use = FileUse(.output, path, place: "--record", range: nil)
        for (_, plan) in plans {
            if let other = plan.files.first(where: { $0.isWritten && $0.isSameFile(as: use) }) {
                throw UsageError("--record names \(path.printable), which is the folder of \(other.place)")
            }
            plan.outputPaths.protect([path], as: "the recording")
        }
        let outputs = plans.flatMap(\.plan.files).filter(\.isWritten) + others
        if let other = outputs.first(where: { !$0.isStandardStream && $0.isInside(use) }) {
            throw UsageError("--record names \(path.printable), which would contain the file of \(other.place)")
        }
    }

    /// Prints how many responses the folder holds.
    func summarize(_ console: Console) {
        let count = names.count { $0.hasSuffix(Self.suffix) }
        if count == 0 {
            console.warning("--record: no response was recorded")
        } else {
            console.info("\(path.printable) holds \(count.counted("response"))")
        }
    }

    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
