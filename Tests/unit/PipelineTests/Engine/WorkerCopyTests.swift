@testable import Pipeline
import Synchronization
import Testing

/// A stage that notes how often it was copied, and whether two workers use it or one of its copies at the same time.
private struct CopiedStage: Stage {
    static let name = "copied"
    static let summary = "Counts its copies."
    static let example = ""

    /// What all copies share.
    final class Notes: Sendable {
        let copies = Atomic(0)
        let collisions = Atomic(0)
    }

    /// What each copy has for itself.
    private final class Own: Sendable {
        let isBusy = Atomic(false)
    }

    let shared: Notes
    private let own = Own()

    init(options: inout OptionReader) { self.init(Notes()) }
    init(_ shared: Notes) { self.shared = shared }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        if own.isBusy.exchange(true, ordering: .sequentiallyConsistent) {
            shared.collisions.add(1, ordering: .relaxed)
        }
        // Long enough for another worker to come in between.
        for _ in 0..<100 where !own.isBusy.load(ordering: .sequentiallyConsistent) { shared.collisions.add(1, ordering: .relaxed) }
        own.isBusy.store(false, ordering: .sequentiallyConsistent)
        return .keep
    }

    func copyForWorker() -> CopiedStage {
        shared.copies.add(1, ordering: .relaxed)
        return CopiedStage(shared)
    }
}

@Suite("A stage with state for each worker") struct WorkerCopyTests {
    @Test("is copied at most once for each worker but one, and shared by no two", arguments: [1, 2, 4]) func copies(jobs: Int) async {
        let notes = CopiedStage.Notes()
        let sink = MemorySink()
        let stages: [PipelinePlan.StageComponent] = [.stage(CopiedStage(notes))]
        let report = await run(plan(NumberSource(count: 20_000), stages, [sink]), jobs: jobs)
        #expect(report.counts.line == "read 20000 = written 20000 + filtered 0 + rejected 0")
        let copies = notes.copies.load(ordering: .relaxed)
        #expect((0..<jobs).contains(copies))
        #expect(notes.collisions.load(ordering: .relaxed) == 0)
    }
}
