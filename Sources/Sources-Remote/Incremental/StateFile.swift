internal import HTTPReading
internal import Pipeline
internal import SourcesLocal

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The file of a state. Only its owner can read it, because it lists ids of items.
struct StateFile: Sendable {
    let path: MaskedText

    /// The path in messages.
    var shown: String { path.shown.printable }

    /// Reads the file.
    ///
    /// - Returns: nil if the file is missing.
    /// - Throws: ``PipelineFailure``: of the kind `configurationWrong` for a file that is damaged.
    func read() throws -> StoredStates? {
        guard let bytes = try bytes(limit: IncrementalState.maxBytes + 1) else { return nil }
        guard IncrementalState.isState(bytes) else { throw foreign }
        guard bytes.count <= IncrementalState.maxBytes else {
            throw failure("the state is longer than \(IncrementalState.maxBytes) bytes")
        }
        do throws(StateFault) {
            return try StoredStates(bytes)
        } catch {
            throw failure("the state is damaged: \(error.description.printable)")
        }
    }

    /// Returns the state of a list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - stored: The content of the file; nil if it is missing.
    /// - Returns: nil without a state.
    /// - Throws: ``PipelineFailure`` of the kind `configurationWrong` for the state of another list.
    func state(of list: StatefulList, in stored: StoredStates?) throws -> IncrementalState? {
        guard let stored else { return nil }
        guard let part = list.part else {
            guard let state = stored.single else { throw failure("it has the states of parts, and the source has no \"for_each\" now") }
            return try check(state, of: list, "the state belongs")
        }
        guard stored.parts != nil else { throw failure("it has the state of a source without \"for_each\"") }
        return try stored.state(of: part).map { try check($0, of: list, "the state of the part \(part.printable) belongs") }
    }

    private func check(_ state: IncrementalState, of list: StatefulList, _ subject: String) throws -> IncrementalState {
        guard state.identity == list.identity else {
            throw failure("\(subject) to another list: \(list.identity.difference(from: state.identity))")
        }
        return state
    }

    /// Ensures that a new state may replace the file at the path.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `configurationWrong` for a file that is no state.
    func checkIsState() throws {
        if let bytes = try bytes(limit: Self.beginningBytes), !IncrementalState.isState(bytes) { throw foreign }
    }

    /// Writes states beside the old one, or compares it.
    ///
    /// - Parameter plan: Gets what a run would change; nil to write.
    /// - Returns: The file, which replaces the old one when it is committed.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate` or `cannotWrite`.
    func prepare(_ states: StoredStates, in plan: PlannedStepChanges?) throws -> any WholeFile & ~Copyable {
        let bytes = states.bytes
        guard bytes.count <= IncrementalState.maxBytes else {
            throw PipelineFailure(
                .cannotWrite,
                "the state \(shown) would have \(bytes.count) bytes, and the next run reads at most \(IncrementalState.maxBytes); divide the "
                    + "parts or lists among several files")
        }
        do {
            var file = try PlannedStepChanges.open(path.value, shown: shown, isPrivate: true, in: plan)
            try file.write(bytes.span)
            try file.prepare()
            return file
        } catch let error as SystemError {
            throw cannotWrite(error)
        }
    }

    /// Renames a file of ``prepare(_:)`` to the path of the state. It has reached the disk when this method returns.
    ///
    /// - Returns: Whether the state has changed.
    func commit(_ file: consuming some WholeFile & ~Copyable) throws -> Bool {
        do throws(SystemError) {
            return try file.commit() != .unchanged
        } catch {
            throw cannotWrite(error)
        }
    }

    /// Notes in a plan that the file stays as it is.
    func noteUnchanged(in plan: PlannedStepChanges) {
        if FilePath.kind(of: path.value) == .regular { plan.noteUnchangedFile(shown) }
    }

    /// Deletes the state, also one that is damaged or belongs to another list.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``PipelineFailure``: of the kind `tryAgainLater` while a run writes it.
    func reset() throws -> Bool {
        do {
            let target = try FilePath.resolvingLinks(path.value)
            guard FilePath.kind(of: target) != nil else { return false }
            let place = FilePath.split(target)
            let lock = try OutputLock(place.name, in: place.folder)
            try checkIsState()
            try FilePath.remove(target)
            _ = consume lock
            return true
        } catch let busy as OutputLock.Busy {
            throw busy.failure(of: shown)
        } catch let error as SystemError {
            throw cannotWrite(error)
        }
    }

    /// The number of bytes that tell a state from other files.
    private static let beginningBytes = 64 << 10

    private func bytes(limit: Int) throws -> [UInt8]? {
        guard let kind = FilePath.kind(of: path.value) else { return nil }
        guard kind == .regular else { throw foreign }
        do throws(SystemError) {
            let file = try FileDescriptor(opening: path.value, flags: O_RDONLY)
            return try FileDescriptor.read(from: file.number, upTo: limit)
        } catch {
            throw PipelineFailure(.inputMissing, path.isSecret ? "\(shown) cannot be read" : "\(shown) cannot be read: \(error.reason)")
        }
    }

    private var foreign: PipelineFailure {
        PipelineFailure(
            .configurationWrong,
            "\(shown): expected the state of an earlier run, found another file, which is not replaced; choose another path for \"state\", or "
                + "remove the file")
    }

    private func failure(_ problem: String) -> PipelineFailure {
        PipelineFailure(
            .configurationWrong,
            "\(shown): \(problem); tabpipe run FILE --reset-state deletes the state, and the run after that reads all, "
                + "as one with --full-refresh does")
    }

    private func cannotWrite(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(
            error.outputFailure, path.isSecret ? "the state \(shown) cannot be written" : "the state \(shown) cannot be written: \(error)")
    }
}

/// A list with a state: its part of the source, and what identifies it.
struct StatefulList: Sendable {
    /// The name of the part; nil for a source without parts.
    var part: String?
    /// The number of the part, from 0.
    var number = 0
    /// The requests, the cursor and the ids of the list. The state of another list is refused.
    var identity: ListIdentity
}
