internal import Foundation
internal import Pipeline

/// What has to be right with the outputs of a command line before anything runs.
enum OutputChecks {
    /// Sees to it that no pipeline writes where another one of the same command line writes, or over its file.
    ///
    /// - Throws: ``UsageError``.
    static func checkDistinct(_ plans: [(file: String, plan: PipelinePlan)]) throws {
        for (index, (file, plan)) in plans.enumerated() {
            for output in plan.files where output.purpose == .output && output.path != "-" {
                for (other, otherPlan) in plans[..<index] {
                    guard let clash = otherPlan.files.first(where: { $0.purpose == .output && $0.isSameFile(as: output) }) else { continue }
                    throw UsageError(
                        "\(other.printable) (\(clash.place)) and \(file.printable) (\(output.place)) write the same file; one of the two "
                            + "would be lost")
                }
                for (other, _) in plans where other != file && other != "-" {
                    guard output.isSameFile(as: FileUse(.input, other, place: "", range: nil)) else { continue }
                    throw UsageError("\(file.printable) (\(output.place)) would replace the pipeline file \(other.printable)")
                }
            }
        }
    }

    private static func isDevice(_ path: String) -> Bool {
        let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        return type == .typeCharacterSpecial || type == .typeUnknown || type == .typeSocket
    }

    /// Sees to it that outputs can be written, as far as that can be told without touching anything.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    static func checkWritable(_ files: [FileUse]) throws {
        for output in files where output.purpose == .output && output.path != "-" && !isDevice(output.path) {
            let isTemplate = output.path.contains("{{")
            // What stands in front of the first {{ is fixed.
            let fixed = output.path.components(separatedBy: "{{")[0]
            var folder = isTemplate && fixed.hasSuffix("/") ? String(fixed.dropLast()) : (fixed as NSString).deletingLastPathComponent
            while !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
                folder = (folder as NSString).deletingLastPathComponent
            }
            if folder.isEmpty { folder = "." }
            var isFolder: ObjCBool = false
            _ = unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
            let shown = output.isSecret ? output.place : "\(output.place): \(output.path.printable)"
            guard isFolder.boolValue else { throw PipelineFailure(.cannotCreate, "\(shown) cannot be written: no folder is there") }
            guard FileManager.default.isWritableFile(atPath: folder) else {
                throw PipelineFailure(.cannotCreate, "\(shown) cannot be written: the folder may not be changed")
            }
            var isTarget: ObjCBool = false
            let exists = unsafe FileManager.default.fileExists(atPath: output.path, isDirectory: &isTarget)
            if exists, isTarget.boolValue { throw PipelineFailure(.cannotCreate, "\(shown) cannot be written: it is a folder") }
        }
    }
}
