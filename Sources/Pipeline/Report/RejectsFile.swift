import Synchronization
internal import JSONParsing

/// A rejects file that appears with the outputs, sorted in the order of the input. A run that fails leaves the earlier file.
package final class RejectsFile: RejectsOutput {
    private struct State: ~Copyable {
        var sorter = RejectSorter()
        var prepared: OutputFile?
        var outcome = RejectsOutcome.none
    }

    /// How each line of such a file begins.
    private static let beginning = Array(#"{"stage":"#.utf8)

    private let path: String
    private let state = Mutex(State())

    /// Makes the file. Opens nothing.
    ///
    /// - Parameter path: Where it appears.
    init(path: String) {
        self.path = path
    }

    var outcome: RejectsOutcome { state.withLock { $0.outcome } }

    private var shownName: String { "the rejects file \(path.printable)" }

    /// Whether a path is free, or holds rejected records and nothing else, as far as its first bytes tell.
    package static func mayReplace(_ path: String) -> Bool {
        guard FilePath.kind(of: path) == .regular else { return FilePath.kind(of: path) == nil }
        guard let start = try? OutputFile.beginning(of: path, limit: beginning.count) else { return false }
        return start.isEmpty || start == beginning
    }

    func append(_ rejects: [Reject]) throws {
        try state.withLock { state in
            guard path != "-" else {
                throw PipelineFailure(.cannotCreate, "rejected records cannot go to standard output; name a file for them")
            }
            do throws(SystemError) {
                for reject in rejects { try state.sorter.append(reject, beside: path) }
            } catch {
                throw failure(error)
            }
        }
    }

    func prepare() throws {
        try state.withLock { state in
            guard !state.sorter.isEmpty else { return }
            guard Self.mayReplace(path) || FilePath.kind(of: path) == .folder else {
                throw PipelineFailure(.cannotCreate, "\(shownName) holds something else than rejected records; it is not replaced")
            }
            var file = try OutputFile(path, called: shownName)
            do {
                try state.sorter.drain { try file.writeWaiting($0) }
            } catch let error as SystemError {
                throw failure(error)
            }
            try file.prepare()
            state.prepared = consume file
        }
    }

    func commit() throws {
        try state.withLock { state in
            if let file = state.prepared.take() {
                _ = try file.commit()
                state.outcome = .written(path: path)
            } else if FilePath.kind(of: path) == .regular, Self.mayReplace(path) {
                try FilePath.remove(path)
                state.outcome = .removed(path: path)
            }
        }
    }

    private func failure(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "\(shownName) cannot be written: \(error.reason)")
    }
}
