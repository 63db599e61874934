@testable import Pipeline
import Synchronization
import Testing

/// A stage whose copies note how often they were made, and whether two workers use one of them at the same time.
private struct CopiedStage: Stage {
    static let name = "copied"
    static let summary = "Counts its copies."

    /// What all copies share.
    final class Notes: Sendable {
        let copies = Atomic(0)
        let recordsOfCopies = Atomic(0)
        let collisions = Atomic(0)
    }

    /// What one copy has for itself.
    private final class Own: Sendable {
        let isBusy = Atomic(false)
    }

    let shared: Notes
    private let own: Own?

    init(options: inout OptionReader) { self.init(Notes()) }
    init(_ shared: Notes) { self.init(shared, own: nil) }
    private init(_ shared: Notes, own: Own?) {
        self.shared = shared
        self.own = own
    }

    func process(_ record: inout Record) throws -> Verdict {
        guard let own else { return .keep }
        if own.isBusy.exchange(true, ordering: .sequentiallyConsistent) {
            shared.collisions.add(1, ordering: .relaxed)
        }
        shared.recordsOfCopies.add(1, ordering: .relaxed)
        own.isBusy.store(false, ordering: .sequentiallyConsistent)
        return .keep
    }

    func copyForWorker() -> CopiedStage {
        shared.copies.add(1, ordering: .relaxed)
        return CopiedStage(shared, own: Own())
    }
}

/// An asynchronous stage whose copies are counted.
private struct CopiedAsyncStage: AsyncStage {
    static let name = "copied_async"
    static let summary = "Counts its copies."

    let copies: CopiedStage.Notes

    init(options: inout OptionReader) { copies = CopiedStage.Notes() }
    init(_ copies: CopiedStage.Notes) { self.copies = copies }

    func process(_ record: inout Record) async throws -> Verdict { .keep }

    func copyForWorker() -> CopiedAsyncStage {
        copies.copies.add(1, ordering: .relaxed)
        return self
    }
}

@Suite("A stage with state for each worker") struct WorkerCopyTests {
    @Test("is copied at most once for each of several workers, which share no copy", arguments: [1, 2, 4]) func copies(jobs: Int) async {
        let notes = CopiedStage.Notes()
        let asyncNotes = CopiedStage.Notes()
        let sink = MemorySink()
        let stages: [PipelinePlan.StageComponent] = [.stage(CopiedStage(notes)), .asyncStage(CopiedAsyncStage(asyncNotes))]
        let report = await run(plan(NumberSource(count: 20_000), stages, [sink]), jobs: jobs)
        #expect(report.counts.line == "read 20000 = written 20000 + filtered 0 + rejected 0")
        let copies = notes.copies.load(ordering: .relaxed)
        #expect(jobs == 1 ? copies == 0 : (1...jobs).contains(copies))
        #expect(asyncNotes.copies.load(ordering: .relaxed) == copies)
        #expect(notes.collisions.load(ordering: .relaxed) == 0)
        #expect((notes.recordsOfCopies.load(ordering: .relaxed) > 0) == (jobs > 1))
    }
}
