import Synchronization
internal import JSONParsing

/// A rejects file that appears with the outputs, sorted in the order of the input. A run of an incremental source appends to it: the file is
/// the only place of records that no later run reads again. A run that fails leaves the earlier file unchanged, unless its rejects are the
/// reason and the user named the file.
///
/// A class, because several parts of the run share it.
package final class RejectsFile: RejectsOutput {
    private struct State: ~Copyable {
        var sorter = RejectSorter()
        var prepared: OpenOutput?
        /// Acquired once there is a file to write or to remove, so that a run without rejects does not change the folder.
        var lock: OutputLock?
        /// Whether the rejects of earlier runs stay.
        var appends = false
        /// Whether the prepared file begins with rejects of earlier runs.
        var hasEarlier = false
        /// The number of rejects in the prepared file.
        var writtenCount = 0
        var outcome = RejectsOutcome.none
    }

    /// The text at the start of each line, around the names of the stage and the step.
    private static let marks = [#"{"stage":""#, #"","step":""#, #"","reason":""#]
    /// The number of bytes to look at for all marks: the names between them are short.
    private static let beginningBytes = 1024
    /// The number of bytes to read: enough for the first block of a compressed file.
    private static let readBytes = 256 << 10

    private let path: String
    /// The file for the rejects of a run that fails because of them; nil if they replace the file of an earlier run at ``path``.
    private let failedPath: String?
    /// The plan of a dry run, which writes nothing; nil for a run that writes.
    private let plan: PlannedStepChanges?
    private let state = Mutex(State())

    /// Makes the output. Opens nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - failedPath: The file for the rejects of a run that fails because of them; nil for `path`.
    ///   - plan: The plan of a dry run; nil for a run that writes.
    init(path: String, failedPath: String? = nil, plan: PlannedStepChanges? = nil) {
        self.path = path
        self.failedPath = failedPath
        self.plan = plan
    }

    var outcome: RejectsOutcome { plan == nil ? state.withLock { $0.outcome } : .none }

    private static func name(_ path: String) -> String { "the rejects file \(path.printable)" }

    /// Whether a run may write rejects to a path: there is no file, or the file begins as one with rejected records.
    ///
    /// Package access: the command line checks `--rejects` before the run; a program that embeds pipelines gets the error of the run.
    package static func mayReplace(_ path: String) -> Bool {
        guard FilePath.kind(of: path) == .regular else { return FilePath.kind(of: path) == nil }
        guard let bytes = try? OpenOutput.beginning(of: path, limit: readBytes) else { return false }
        if bytes.isEmpty { return true }
        var rest = String(decoding: WholeDecompression.beginning(of: bytes, limit: beginningBytes), as: UTF8.self)[...]
        for (number, mark) in marks.enumerated() {
            // The first mark is at the start, each other mark after a name.
            if number > 0 { rest = rest.drop { $0 != "\"" } }
            guard rest.hasPrefix(mark) else { return false }
            rest = rest.dropFirst(mark.count)
        }
        return true
    }

    func append(_ rejects: [Reject]) throws {
        try state.withLock { state in
            guard Output(path) != .standardOutput else {
                throw PipelineFailure(.cannotCreate, "rejected records cannot go to standard output; name a file for them")
            }
            do throws(SystemError) {
                for reject in rejects { try state.sorter.append(reject, beside: plan?.temporaryPath ?? path) }
            } catch {
                throw Self.failure(error, path)
            }
        }
    }

    func dropped(upTo cut: RecordPlace?) throws -> [Int: Int] {
        try state.withLock { state in
            do {
                return try state.sorter.dropped(upTo: cut)
            } catch let error as SystemError {
                throw Self.failure(error, path)
            }
        }
    }

    func prepare(upTo cut: RecordPlace?, appends: Bool) throws {
        try state.withLock { state in
            state.appends = appends
            guard !state.sorter.isEmpty || FilePath.kind(of: path) == .regular else { return }
            if plan == nil { state.lock = try takeLock() }
            guard !state.sorter.isEmpty else { return }
            try Self.checkContent(of: path)
            var file = try OpenOutput(Output(path), called: Self.name(path), plan: plan)
            do {
                if appends { state.hasEarlier = try copyEarlier(to: &file) }
                state.writtenCount = try state.sorter.drain(upTo: cut) { try file.writeWaiting($0) }
            } catch let error as SystemError {
                throw Self.failure(error, path)
            }
            guard state.writtenCount > 0 else { return }
            try file.prepare()
            state.prepared = consume file
        }
    }

    /// Checks that a file which is to be replaced holds rejects.
    private static func checkContent(of path: String) throws {
        guard mayReplace(path) || FilePath.kind(of: path) == .folder else {
            throw PipelineFailure(.cannotCreate, "\(name(path)) holds something else than rejected records; it is not replaced")
        }
    }

    /// The file for the rejects of a run that fails because of them: in the folder of a rejects file, such as `out.rejects.failed.jsonl`.
    ///
    /// Package access: the command line chooses a name for which neither file is used by another output.
    package static func failedPath(beside path: String) -> String {
        let whole = CompressedFormat.withoutEnding(path)
        let slash = whole.lastIndex(of: "/") ?? whole.startIndex
        let stem = whole[slash...].lastIndex(of: ".").map { whole[..<$0] } ?? whole[...]
        return stem + ".failed" + path.dropFirst(stem.count)
    }

    func keep(upTo cut: RecordPlace?) throws {
        guard plan == nil else { return }
        try state.withLock { state in
            guard !state.sorter.isEmpty else { return }
            let path = failedPath ?? path
            state.lock = try takeLock()
            try Self.checkContent(of: path)
            var file = try OpenOutput(Output(path), called: Self.name(path))
            do {
                guard try state.sorter.drain(upTo: cut, to: { try file.writeWaiting($0) }) > 0 else { return }
            } catch let error as SystemError {
                throw Self.failure(error, path)
            }
            _ = try file.commit()
            state.outcome = .failed(path: path)
        }
    }

    /// Removes the rejects of an earlier run that failed.
    private func removeFailed() throws {
        guard let failedPath, plan == nil, FilePath.kind(of: failedPath) == .regular, Self.mayReplace(failedPath) else { return }
        try FilePath.remove(failedPath)
    }

    /// Copies the rejects of earlier runs to the start of the new file.
    ///
    /// - Returns: Whether there are any.
    private func copyEarlier(to file: inout OpenOutput) throws -> Bool {
        guard let earlier = try EarlierFile.open(Output(path)) else { return false }
        try file.copy(earlier)
        if try !earlier.endsWithLine() { try file.writeWaiting([UInt8(ascii: "\n")]) }
        return true
    }

    func discard() {
        state.withLock { state in
            state.prepared = nil
            state.lock = nil
        }
    }

    private func takeLock() throws -> OutputLock {
        let output = OutputLockPath(file: path, shown: Self.name(path))
        do {
            return try OutputLock(output?.name, in: output?.folder ?? ".")
        } catch let busy as OutputLock.Busy {
            throw busy.failure(of: Self.name(path))
        } catch let error as SystemError {
            throw Self.failure(error, path)
        }
    }

    func commit() throws {
        try state.withLock { state in
            if let file = state.prepared.take() {
                _ = try file.commit()
                plan?.describe("\(state.writtenCount.counted("record")) \(state.hasEarlier ? "appended" : "rejected")")
                state.outcome = state.hasEarlier ? .appended(path: path) : .written(path: path)
            } else if FilePath.kind(of: path) == .regular, Self.mayReplace(path) {
                if state.appends {
                    plan?.noteUnchangedFile(path)
                    state.outcome = .kept(path: path)
                } else {
                    try PlannedStepChanges.remove(path, in: plan)
                    state.outcome = .removed(path: path)
                }
            }
            try removeFailed()
            state.lock = nil
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "\(name(path)) cannot be written: \(error.reason)")
    }
}
