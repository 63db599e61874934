import Synchronization
internal import JSONParsing

/// The file with the records that failed: JSON Lines with stage, reason, origin and the record as it was when it reached
/// the stage. It is made when the first one comes. Written from several segments, and so a class.
final class RejectsFile: Sendable {
    let path: String
    private let file = Mutex<AtomicFile?>(nil)

    init(path: String) {
        self.path = path
    }

    private var folderAndName: (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    func append(_ reject: Reject) throws {
        var writer = JSONWriter()
        writer.write(reject.json)
        writer.append(UInt8(ascii: "\n"))
        try file.withLock { file in
            do {
                if file == nil {
                    let folder = try OutputFolder(creating: folderAndName.folder)
                    folder.removeLeftovers()
                    file = try AtomicFile(folderAndName.name, in: folder)
                }
                try file?.write(writer.bytes.span)
            } catch let error as SystemError {
                throw PipelineFailure(.cannotWrite, "the rejects file \(path.printable) cannot be written: \(error.reason)")
            }
        }
    }

    /// Puts the file in place.
    ///
    /// - Returns: Whether there is one.
    func close() throws -> Bool {
        try file.withLock { slot in
            guard let file = slot.take() else { return false }
            do throws(SystemError) {
                _ = try file.commit(synchronizingFolder: true)
            } catch {
                throw PipelineFailure(.cannotWrite, "the rejects file \(path.printable) cannot be written: \(error.reason)")
            }
            return true
        }
    }
}
