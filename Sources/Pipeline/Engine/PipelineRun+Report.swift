/// The report of a run: the counts of its steps, the notes and warnings of its components, and how far its outputs were put in place.
extension PipelineRun {
    /// How far the outputs of a run were put in place.
    enum CommitProgress {
        /// The outputs of the sinks stay as they were.
        case nothingInPlace
        /// The outputs of the sinks are in place.
        case outputsInPlace
        /// The outputs are in place, and the state has passed the records of the run.
        case recordsPassed
    }

    /// Makes the report at the end of the run.
    func report(_ end: CommitProgress) -> RunReport {
        let ledger = journal.ledger
        let written = zip(plan.sinks, sinks).map { step, sink in
            end == .nothingInPlace && step.component.traits.appearsWhole ? 0 : sink.written
        }
        var counts = ledger.totals
        counts.written = written.min() ?? 0
        if end == .nothingInPlace { counts.unfinished += ledger.delivered - counts.written }
        let steps = plan.components
        let hooks = steps.map(\.component.hooks)
        let notes = zip(steps, hooks).flatMap { step, hooks in
            let results = (step.component as? any OutputSink)?.output.notes ?? []
            return (results + hooks.notes).map { "\(type(of: step.component).name): \($0)" }
        }
        let warnings = zip(steps, hooks).flatMap { step, hooks in
            step.common.watches.compactMap(\.warning) + hooks.closingWarnings.map { "\(step.common.path): \($0)" }
        }
        let final = ledger.final(written: written).filter { plan.source != nil || $0.path != "source" }
        let isEmptied = counts.written == 0 && journal.failure == nil
        // A step with a warning about misspelt fields gets no second warning that it dropped all records.
        let explained = isEmptied ? Set(steps.filter { $0.common.watches.contains { $0.warning != nil } }.map(\.common.path)) : []
        let emptied = isEmptied ? final.filter { $0.hasDroppedAll && !explained.contains($0.path) } : []
        let outputs = plan.sinks.compactMap { sink in
            ((sink.component as? any OutputSink)?.output.result).map { (sink.common.path, $0) }
        }
        return RunReport(
            counts: counts, steps: final,
            failure: journal.failure is CancellationError ? Interrupted(signal: nil) : journal.failure,
            outputs: Dictionary(outputs) { $1 }, rejects: rejects?.outcome ?? .none, hasPassedRecords: end == .recordsPassed,
            areRejectsAllowed: guards.allowedRejects != nil, notes: notes,
            warnings: warnings + Self.openRejects(final, plan, rejects?.outcome ?? .none)
                + emptied.map { "\($0.path): \($0.type) passed on none of \($0.input.counted("record"))" })
    }

    /// The warning that the rejects hold records from before a stage that removes what is private.
    private static func openRejects(_ counts: [StepCounts], _ plan: PipelinePlan, _ outcome: RejectsOutcome) -> [String] {
        guard let step = plan.stages.first(where: \.common.hidesRejects)?.common else { return [] }
        switch outcome {
        case .none, .removed, .kept: return []
        case .written, .appended, .failed, .sent: break
        }
        let number = counts.reduce(0) { $1.number < step.number ? $0 + $1.rejected : $0 }
        guard number > 0 else { return [] }
        return ["\(step.path): the rejects hold \(number.counted("record")) from before \(step.type), with all that it would have replaced"]
    }
}
