/// What a run has noted about records between its stages, with indexes by the places of the records.
struct TraceNotes {
    /// The records in front of a stage, or behind the last one.
    private struct Tap {
        var records: [RecordPlace: Record] = [:]
        /// The records that a stage made, by the places of those that it made them from, in order.
        var children: [RecordPlace: [Record]] = [:]
        /// The last place in the order of the input.
        var last: RecordPlace?

        init(_ records: [Record]) {
            for record in records {
                self.records[record.place] = record
                if let parent = record.place.parent { children[parent, default: []].append(record) }
            }
            last = records.last?.place
        }
    }

    /// The records of the source.
    let sources: [Record]
    private let taps: [Tap]
    private let steps: [PipelinePlan.StageStep]
    /// The rejects, by the paths of their steps.
    private let rejects: [String: [RecordPlace: Reject]]
    /// The skipped records, by the paths of their steps. The texts of origins tell them apart.
    private let skips: [String: [String: RunWarning]]
    private let hasFailed: Bool

    /// - Parameters:
    ///   - taps: The records in front of each stage, and those behind the last one, in the order of the input.
    ///   - steps: The stages.
    ///   - observer: Has the rejects and the skipped records.
    ///   - hasFailed: Whether the run has failed, so that records may have stayed on their way.
    init(taps: [[Record]], steps: [PipelinePlan.StageStep], observer: PeekObserver, hasFailed: Bool) {
        sources = taps[0]
        self.taps = taps.map(Tap.init)
        self.steps = steps
        self.hasFailed = hasFailed
        rejects = Dictionary(grouping: observer.rejects, by: \.step).mapValues { list in
            Dictionary(list.map { ($0.place, $0) }) { first, _ in first }
        }
        skips = Dictionary(grouping: observer.skips, by: \.step).mapValues { list in
            Dictionary(list.map { ($0.origin.description, $0) }) { first, _ in first }
        }
    }

    /// Follows a record of the source.
    func trace(_ record: Record) -> RecordTrace { trace(record, from: 0) }

    /// Follows a record from the stage in front of which it stands.
    private func trace(_ record: Record, from first: Int) -> RecordTrace {
        var states = [record]
        for number in steps.indices.dropFirst(first) {
            let record = states[states.count - 1]
            guard let next = taps[number + 1].records[record.place] else {
                return RecordTrace(states: states, first: first, end: end(of: record, at: number))
            }
            states.append(next)
        }
        return RecordTrace(states: states, first: first, end: .kept)
    }

    /// What became of a record that a stage has not passed on.
    private func end(of record: Record, at number: Int) -> RecordTrace.End {
        let step = steps[number].common
        if let made = taps[number + 1].children[record.place] { return .made(made.map { trace($0, from: number + 1) }) }
        if let reject = rejects[step.path]?[record.place] {
            return .rejected(reason: reject.reason + (reject.programPlace.map { " (\($0.text))" } ?? ""))
        }
        if let text = skips[step.path]?[record.origin.description]?.text {
            return .skipped(reason: text.hasPrefix("\(step.type): ") ? String(text.dropFirst(step.type.count + 2)) : text)
        }
        guard hasFailed else { return .filtered }
        // The run has one worker: a stage that keeps the order has processed all records in front of one that it passed on.
        let isProcessed = !steps[number].isStreamStage && taps[number + 1].last.map { record.place < $0 } == true
        return isProcessed ? .filtered : .unfinished
    }
}
