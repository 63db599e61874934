import Synchronization

/// The outputs of the source and the stages in one run. A class, because all sinks share it at the commit point.
final class RunOutputs: Sendable {
    private struct Member: Sendable {
        let step: StepProperties
        let output: any RunOutput
    }

    /// The plan of a dry run; nil for a run that writes.
    private let plan: PlannedChanges?
    private let source: Member?
    private let stages: [Member]
    /// The outputs that were opened, or whose opening failed.
    private let opened = Mutex<[Member]>([])
    private let isCommitting = Atomic(false)
    private let committed = Latch<Result<Void, any Error>>()

    /// - Parameters:
    ///   - pipeline: The pipeline; nil for a run that writes nothing.
    ///   - plan: The plan of a dry run, in which only outputs that support it take part; nil for a run that writes.
    init(of pipeline: PipelinePlan?, in plan: PlannedChanges? = nil) {
        func member(_ step: StepProperties, _ component: any Component) -> Member? {
            guard let output = component.hooks.output else { return nil }
            guard let plan, !output.supportsPlan else { return Member(step: step, output: output) }
            plan.plan(of: step.path).begin(.unknown, shown: "\(step.path) (\(step.type))")
            return nil
        }
        self.plan = plan
        source = pipeline?.source.flatMap { member($0.common, $0.component) }
        stages = pipeline?.stages.compactMap { member($0.common, $0.component.component) } ?? []
    }

    /// The outputs of the stages, for the sinks.
    var ofStages: [any RunOutput] { stages.map(\.output) }

    private var all: [Member] { stages + (source.map { [$0] } ?? []) }

    /// Begins the run. After an error, ``close()`` closes the outputs that are open.
    ///
    /// - Parameter context: The context of the run, without a plan.
    func open(in context: RunContext) throws {
        for member in all {
            opened.withLock { $0.append(member) }
            try run(member, .cannotCreate) { try $0.open(in: context.planned(by: plan?.plan(of: member.step.path))) }
        }
    }

    /// Passes the marks of the sinks' outputs to the state of the source, which stores them for the next run.
    func markState(_ outputs: [OutputMark]) { (source?.output as? any OutputState)?.mark(outputs) }

    /// Writes all outputs to the disk, so that a full disk is noticed before anything is renamed.
    func prepare() throws {
        for member in all { try run(member, .cannotWrite) { try $0.prepare() } }
    }

    /// Puts the outputs of the stages in place. Every sink calls this before it renames its own output. The first call does the work, and
    /// the others wait for it.
    func commitStages() async throws {
        if stages.isEmpty { return }
        if !isCommitting.exchange(true, ordering: .acquiringAndReleasing) {
            committed.set(.init { for stage in stages { try run(stage, .cannotWrite) { try $0.commit() } } })
        }
        try await committed.wait().get()
    }

    /// Puts the output of the source in place, after those of the sinks.
    func commitSource() throws {
        if let source { try run(source, .cannotWrite) { try $0.commit() } }
    }

    /// Whether later runs continue behind the records of this run, once the output of the source is in place.
    var passesRecords: Bool { source?.output.passesRecords ?? false }

    /// Keeps the old output of the source.
    func keepSource(because reason: String) { source?.output.keep(because: reason) }

    /// Closes all opened outputs, which releases their locks.
    func close() {
        for member in opened.withLock({ $0 }) { member.output.close() }
    }

    private func run(_ member: Member, _ kind: PipelineFailure.Kind, _ body: (any RunOutput) throws -> Void) throws {
        do {
            try body(member.output)
        } catch {
            throw error.failure(kind, of: member.step)
        }
    }
}
