internal import JSONParsing
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The destination of the rejected records of a run. Each line holds one: stage, step, reason, origin, and the record as it reached the
/// stage.
public enum RejectsDestination: Sendable, Equatable {
    /// The run only counts the rejected records.
    case none
    /// A file that appears with the outputs, in the order of the input. A run that rejects nothing removes the file of an earlier run. A
    /// run of an incremental source keeps that file, and appends to it. A device or a named pipe receives the rejects as they occur.
    ///
    /// If a run fails because of its rejects, the file receives them. With `keepsEarlier`, and for every incremental source, they go to a
    /// file beside it, such as `NAME.failed.jsonl`.
    case file(String, keepsEarlier: Bool = false)
    /// A file to which the run appends rejects as they occur: for outputs that are streams. Several runs may append to one file.
    case appended(String)
    /// A new file for each run, to which it writes rejects as they occur: for outputs that are streams.
    ///
    /// - Parameter stem: The path before `.PID-N.jsonl`.
    case newFile(stem: String)
    /// An open descriptor, to which the run writes rejects as they occur.
    case descriptor(Int32)

    /// The path of the file that appears with the outputs; nil for other destinations.
    public var path: String? {
        if case .file(let path, _) = self { path } else { nil }
    }

    /// Makes the output that receives the rejects. Opens nothing.
    ///
    /// - Parameters:
    ///   - isIncremental: Whether the rejects of earlier runs must stay, because no later run may read their records again.
    ///   - plan: The plan of a dry run, which leaves streams alone; nil for a run that writes.
    func output(isIncremental: Bool = false, plan: PlannedStepChanges? = nil) -> (any RejectsOutput)? {
        switch self {
        case .none: nil
        case .file(let path, let keepsEarlier) where FilePath.kind(of: path) != .special:
            RejectsFile(path: path, failedPath: keepsEarlier || isIncremental ? RejectsFile.failedPath(beside: path) : nil, plan: plan)
        case .file, .appended, .newFile, .descriptor: plan == nil ? RejectsStream(to: self) : nil
        }
    }
}

/// Writes rejects as they occur, so that a later failure does not lose them. A class, because several parts of the run share it.
private final class RejectsStream: RejectsOutput {
    private struct State {
        var opened: SharedDescriptor?
        var path: String?
        /// A failed write may leave part of a line, so the stream writes nothing after it.
        var hasFailed = false
    }

    /// The maximum number of attempts to find a free name for a new file.
    private static let maxFiles = 10_000

    private let destination: RejectsDestination
    private let state = Mutex(State())

    /// Makes the output. Opens nothing.
    init(to destination: RejectsDestination) {
        self.destination = destination
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

    // There is nothing to prepare or to discard: written rejects cannot be taken back.
    func dropped(upTo cut: RecordPlace?) -> [Int: Int] { [:] }
    func prepare(upTo cut: RecordPlace?, appends: Bool) {}
    func keep(upTo cut: RecordPlace?) {}
    func commit() {}
    func discard() {}

    private func open(_ state: inout State) throws(SystemError) -> SharedDescriptor {
        switch destination {
        case .none: preconditionFailure("a run without a destination for rejects has no output for them")
        case .descriptor(let number):
            let copy = dup(number)
            guard copy >= 0 else { throw SystemError.last("open", "") }
            return SharedDescriptor(FileDescriptor(owning: copy))
        case .file(let path, _): return SharedDescriptor(try FileDescriptor(opening: path, flags: O_WRONLY))
        case .appended(let path):
            let file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_APPEND)
            state.path = path
            // A killed process may have left part of a line.
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
        switch destination {
        case .none: "no rejects file"
        case .descriptor(let number): "descriptor \(number) for the rejects"
        case .file(let path, _), .appended(let path): "the rejects file \(path.printable)"
        case .newFile(let stem): "the rejects file \((state.path ?? "\(stem).\(getpid())-1.jsonl").printable)"
        }
    }
}
