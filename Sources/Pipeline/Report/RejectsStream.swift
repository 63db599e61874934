import Synchronization
internal import JSONParsing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Rejects that are written as they come, each line by one call of the system: beside outputs that are streams, too.
final class RejectsStream: RejectsOutput {
    enum Target: Sendable {
        /// A device or a named pipe.
        case special(String)
        /// A file that holds nothing but rejects, or is not there yet.
        case appended(String)
        /// A file of this run alone; its name holds the process and a number.
        case newFile(stem: String)
        /// A descriptor that the caller of the program opened.
        case descriptor(Int32)
    }

    private struct State {
        var opened: SharedDescriptor?
        var path: String?
        /// After a failed write the line may be torn; no other one is put behind it.
        var hasFailed = false
    }

    /// How many names are tried for a new file.
    private static let maxFiles = 10_000

    private let target: Target
    private let state = Mutex(State())

    /// Makes the stream. Opens nothing.
    init(to target: Target) {
        self.target = target
    }

    var outcome: RejectsOutcome {
        state.withLock { state in
            guard state.opened != nil, !state.hasFailed || state.path != nil else { return .none }
            return state.path.map { .written(path: $0) } ?? .sent
        }
    }

    func append(_ rejects: [Reject]) throws {
        var writer = JSONWriter()
        for reject in rejects {
            writer.write(reject.json)
            writer.append(UInt8(ascii: "\n"))
        }
        try state.withLock { state in
            guard !state.hasFailed else { return }
            do throws(SystemError) {
                if state.opened == nil { state.opened = try open(&state) }
                try state.opened?.descriptor.write(writer.bytes.span)
            } catch {
                state.hasFailed = true
                throw PipelineFailure(error.outputFailure, "\(shownName(state)) cannot be written: \(error.reason)")
            }
        }
    }

    /// What was sent cannot be taken back.
    func prepare(upTo cut: RecordPlace?) -> Int { 0 }
    func commit() {}
    func discard() {}

    private func open(_ state: inout State) throws(SystemError) -> SharedDescriptor {
        switch target {
        case .descriptor(let number):
            let copy = dup(number)
            guard copy >= 0 else { throw SystemError.last("open", "") }
            return SharedDescriptor(FileDescriptor(owning: copy))
        case .special(let path): return SharedDescriptor(try FileDescriptor(opening: path, flags: O_WRONLY))
        case .appended(let path):
            let file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_APPEND)
            state.path = path
            // A run that was killed may have left a part of a line.
            let length = Int(try file.status().st_size)
            let end = try FileDescriptor.read(from: file.number, at: max(0, length - 1), upTo: 1)
            if let last = end.first, last != UInt8(ascii: "\n") { try file.write([UInt8(ascii: "\n")].span) }
            return SharedDescriptor(file)
        case .newFile(let stem):
            for number in 1...Self.maxFiles {
                let path = "\(stem).\(getpid())-\(number).jsonl"
                do throws(SystemError) {
                    let file = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
                    state.path = path
                    return SharedDescriptor(file)
                } catch {
                    if error.code != EEXIST { throw error }
                }
            }
            throw SystemError(action: "make", path: stem, code: EEXIST)
        }
    }

    private func shownName(_ state: State) -> String {
        switch target {
        case .descriptor(let number): "descriptor \(number) for the rejects"
        case .special(let path), .appended(let path): "the rejects file \(path.printable)"
        case .newFile(let stem): "the rejects file \((state.path ?? "\(stem).\(getpid())-1.jsonl").printable)"
        }
    }
}
