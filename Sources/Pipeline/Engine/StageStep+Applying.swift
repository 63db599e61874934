extension PipelinePlan.StageStep {
    /// Takes all records of a batch through this stage. The existential of the stage is opened once for each batch.
    func apply(to outcome: inout BatchOutcome) {
        switch component {
        case .stage(let stage): apply(stage, to: &outcome)
        case .asyncStage, .streamStage: preconditionFailure("a stage with a part of its own is no part of a segment")
        }
    }

    /// Whether the stage is a stream stage, which may change the order.
    var isStreamStage: Bool { if case .streamStage = component { true } else { false } }

    /// Returns the step with the stage that one worker uses.
    func copyForWorker() -> PipelinePlan.StageStep {
        guard case .stage(let stage) = component else { return self }
        return PipelinePlan.StageStep(common: common, component: .stage(stage.copyForWorker()))
    }

    private func apply(_ stage: some Stage, to outcome: inout BatchOutcome) {
        for original in outcome.takeRecords() {
            // A copy: the original stays, in case the stage throws.
            var record = original
            do {
                let verdict = try stage.process(&record)
                try verdict.checkDepth(of: record, from: original)
                outcome.keep(verdict, record, of: original, at: common)
            } catch {
                guard outcome.drop(original, because: error, at: common) else { return }
            }
        }
    }
}
