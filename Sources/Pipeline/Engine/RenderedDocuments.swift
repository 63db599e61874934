/// The documents that a worker has rendered from a batch for one sink: one for each kept record.
protocol RenderedDocuments: Sendable {
    /// The step of the sink.
    var step: StepProperties { get }
    /// The number of records that have been rendered.
    var count: Int { get }
    /// Renders the records that have no document yet, in order.
    ///
    /// - Throws: The error for the first record that cannot be rendered. Earlier documents are kept.
    mutating func render(_ records: [Record]) throws
    /// Asks the sink whether it accepts some documents, in order, up to the first that it refuses.
    ///
    /// - Returns: The index of that document, and the error; nil if the sink accepts all.
    mutating func admit(_ range: Range<Int>) -> (index: Int, error: any Error)?
    /// Tells the sink that a document it accepted will not be written.
    func withdraw(_ index: Int)
    /// Removes the documents of dropped records. Some of the records may have no document yet.
    mutating func remove(_ dropped: Range<Int>)
    /// Sends the documents to the sink.
    func send() async throws
}

extension [any RenderedDocuments] {
    /// Renders the records of a batch for each sink. Records that fail are dropped.
    init(of outcome: inout BatchOutcome, by sinks: [any AnySinkRunner]) {
        self = []
        for (number, sink) in sinks.enumerated() {
            append(sink.emptyDocuments)
            outcome.measure(sink: self[number].step) { render(number, of: &$0) }
        }
    }

    private mutating func render(_ number: Int, of outcome: inout BatchOutcome) {
        while self[number].count < outcome.records.count {
            do {
                try self[number].render(outcome.records)
            } catch {
                drop(self[number].count, because: error, at: self[number].step, from: &outcome)
            }
        }
    }

    /// Asks each sink whether it accepts the documents. Refused records are dropped.
    ///
    /// With several sinks, it asks record by record, so that a record that one sink refuses occupies no path in the others.
    mutating func admit(_ outcome: inout BatchOutcome) {
        var start = 0
        next: while start < outcome.records.count {
            let end = count > 1 ? start + 1 : outcome.records.count
            for number in indices {
                guard let refusal = self[number].admit(start..<end) else { continue }
                for earlier in self[..<number] { earlier.withdraw(refusal.index) }
                drop(refusal.index, because: refusal.error, at: self[number].step, from: &outcome)
                start = refusal.index
                continue next
            }
            start = end
        }
    }

    private mutating func drop(_ index: Int, because error: any Error, at step: StepProperties, from outcome: inout BatchOutcome) {
        let dropped = outcome.drop(at: index, because: error, at: step)
        for number in indices { self[number].remove(dropped) }
    }
}
