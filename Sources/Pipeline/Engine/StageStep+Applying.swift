extension PipelinePlan.StageStep {
    /// Takes all records of a batch through this stage. The stage's type is looked up once a batch.
    func apply(to outcome: inout BatchOutcome) async {
        switch component {
        case .stage(let stage): apply(stage, to: &outcome)
        case .asyncStage(let stage): await apply(stage, to: &outcome)
        case .streamStage: preconditionFailure("a stream stage is no part of a segment")
        }
    }

    /// The step with a stage for one worker.
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
        var batch = Survivors(taking: &outcome)
        while batch.advance() {
            // A copy: the original stays, in case the stage throws.
            var record = batch.current
            do {
                let verdict = try stage.process(&record)
                batch.keep(verdict, record, &outcome, common)
            } catch {
                guard batch.drop(error, &outcome, common) else { break }
            }
        }
        batch.giveBack(to: &outcome)
    }

    private func apply(_ stage: some AsyncStage, to outcome: inout BatchOutcome) async {
        let results = await results(of: stage, for: outcome.records)
        var batch = Survivors(taking: &outcome)
        for result in results {
            guard let result, batch.advance() else { break }
            switch result {
            case .success((let verdict, let record)): batch.keep(verdict, record, &outcome, common)
            case .failure(let error):
                guard batch.drop(error, &outcome, common) else { return batch.giveBack(to: &outcome) }
            }
        }
        batch.giveBack(to: &outcome)
    }

    /// How many records of a batch may wait at once in an asynchronous stage, for an answer from elsewhere.
    private static var maximumWaiting: Int { 16 }

    /// What an asynchronous stage makes of each record, in their order; nil for those behind a failure that stops the run.
    private func results(of stage: some AsyncStage, for records: [Record]) async -> [Result<(Verdict, Record), any Error>?] {
        var results = [Result<(Verdict, Record), any Error>?](repeating: nil, count: records.count)
        await withTaskGroup(of: (Int, Result<(Verdict, Record), any Error>).self) { group in
            var upcoming = 0
            var goesOn = true
            func addTask() {
                let index = upcoming
                let original = records[index]
                upcoming += 1
                group.addTask {
                    var record = original
                    do {
                        let verdict = try await stage.process(&record)
                        return (index, .success((verdict, record)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            while upcoming < min(records.count, Self.maximumWaiting) { addTask() }
            for await (index, result) in group {
                // What comes before the failure goes on, nothing else begins.
                if case .failure = result, common.onError == .fail { goesOn = false }
                results[index] = result
                if goesOn, upcoming < records.count { addTask() }
            }
        }
        return results
    }
}

/// The records of a batch on their way through one stage: those that wait in front of it and those that came out.
private struct Survivors {
    private let waiting: [Record]
    private var position = -1
    private var kept: [Record] = []

    init(taking outcome: inout BatchOutcome) {
        waiting = outcome.records
        outcome.records = []
        kept.reserveCapacity(waiting.count)
    }

    /// Goes on to the next record.
    ///
    /// - Returns: Whether there is one.
    mutating func advance() -> Bool {
        position += 1
        return position < waiting.count
    }

    /// The record that is worked on, as it came.
    var current: Record { waiting[position] }

    mutating func keep(_ verdict: Verdict, _ record: consuming Record, _ outcome: inout BatchOutcome, _ step: PipelinePlan.Common) {
        outcome.collectWarnings(of: &record, at: step)
        switch verdict {
        case .keep:
            // A stage may have put a new record in the place of the old one.
            if record.place.number == 0 { record.place = current.place }
            if record.origin.item == 0 { record.origin = current.origin }
            kept.append(record)
        case .drop: outcome.filtered += 1
        case .replace(with: let records):
            if records.isEmpty { outcome.filtered += 1 } else { outcome.made += records.count - 1 }
            for (index, var record) in records.enumerated() {
                record.place = current.place.child(index)
                keep(.keep, record, &outcome, step)
            }
        }
    }

    /// - Returns: Whether the records behind the one that failed go on.
    func drop(_ error: any Error, _ outcome: inout BatchOutcome, _ step: PipelinePlan.Common) -> Bool {
        outcome.book(error, current, at: step)
    }

    func giveBack(to outcome: inout BatchOutcome) { outcome.records = kept }
}
