import Synchronization
internal import JSONParsing

/// The file with the records that failed: JSON Lines with stage, reason, origin and the record as it was when it reached
/// the stage. It is made when the first one comes. Written from several segments, and so a class.
final class RejectsFile: Sendable {
    private struct State: ~Copyable {
        var file: OutputFile?
        var isInPlace = false
    }

    let path: String
    private let state = Mutex(State())

    init(path: String) {
        self.path = path
    }

    /// Whether there is such a file.
    var isInPlace: Bool { state.withLock { $0.isInPlace } }

    func append(_ reject: Reject) throws {
        var writer = JSONWriter()
        writer.write(reject.json)
        writer.append(UInt8(ascii: "\n"))
        try state.withLock { state in
            if state.file == nil {
                guard path != "-" else {
                    throw PipelineFailure(.cannotCreate, "rejected records cannot go to standard output; name a file for them")
                }
                state.file = try OutputFile(path, called: "the rejects file \(path.printable)")
            }
            try state.file?.writeWaiting(writer.bytes)
        }
    }

    /// Puts the file in place, if there is anything in it.
    func close() throws {
        try state.withLock { state in
            guard var file = state.file.take() else { return }
            try file.prepare()
            _ = try file.commit()
            state.isInPlace = true
        }
    }
}
