extension PipelinePlan.StageStep {
    /// The verdict of an asynchronous stage on a record, and the changed record; or the error.
    private typealias AsyncResult = Result<(Verdict, Record), any Error>

    /// The largest number of records of a batch that wait at once in an asynchronous stage, for instance for a response from the network.
    private static var maxWaitingRecords: Int { 16 }

    /// Takes all records of a batch through this stage. The existential of the stage is opened once for each batch.
    func apply(to outcome: inout BatchOutcome) async {
        switch component {
        case .stage(let stage): apply(stage, to: &outcome)
        case .asyncStage(let stage): await apply(stage, to: &outcome)
        case .streamStage: preconditionFailure("a stream stage is no part of a segment")
        }
    }

    /// Returns the step with the stage that one worker uses.
    func copyForWorker() -> PipelinePlan.StageStep {
        let copy: PipelinePlan.StageComponent =
            switch component {
            case .stage(let stage): .stage(stage.copyForWorker())
            case .asyncStage(let stage): .asyncStage(stage.copyForWorker())
            case .streamStage: component
            }
        return PipelinePlan.StageStep(common: common, component: copy)
    }

    private func apply(_ stage: some Stage, to outcome: inout BatchOutcome) {
        for original in outcome.takeRecords() {
            // A copy: the original stays, in case the stage throws.
            var record = original
            do {
                let verdict = try stage.process(&record)
                outcome.keep(verdict, record, of: original, at: common)
            } catch {
                guard outcome.drop(original, because: error, at: common) else { return }
            }
        }
    }

    private func apply(_ stage: some AsyncStage, to outcome: inout BatchOutcome) async {
        let records = outcome.takeRecords()
        for (original, result) in zip(records, await results(of: stage, for: records)) {
            switch result {
            case nil: return
            case .success((let verdict, let record))?: outcome.keep(verdict, record, of: original, at: common)
            case .failure(let error)?: guard outcome.drop(original, because: error, at: common) else { return }
            }
        }
    }

    /// Returns the result of an asynchronous stage for each record, in order; nil for records that are not processed because the run fails.
    private func results(of stage: some AsyncStage, for records: [Record]) async -> [AsyncResult?] {
        var results = [AsyncResult?](repeating: nil, count: records.count)
        await withTaskGroup(of: (Int, AsyncResult).self) { group in
            var upcoming = records.indices.makeIterator()
            func addTask() {
                guard let index = upcoming.next() else { return }
                group.addTask { [original = records[index]] in
                    var record = original
                    do {
                        let verdict = try await stage.process(&record)
                        return (index, .success((verdict, record)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for _ in 0..<Self.maxWaitingRecords { addTask() }
            var goesOn = true
            for await (index, result) in group {
                // Records before the failure are kept. No further record is started.
                if case .failure = result, common.onError == .fail { goesOn = false }
                results[index] = result
                if goesOn { addTask() }
            }
        }
        return results
    }
}
