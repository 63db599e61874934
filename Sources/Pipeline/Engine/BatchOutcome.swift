package import JSONParsing

/// What became of a batch in a segment: put together by one worker, made known at the turnstile.
struct BatchOutcome: Sendable {
    /// How many records the batch had when it came.
    let inputCount: Int
    /// The records that go on.
    var records: [Record]
    var made = 0
    var filtered = 0
    var skipped = 0
    var rejects: [Reject] = []
    var warnings: [RunWarning] = []
    /// What stops the run; the records in front of the one that failed go on.
    var failure: (any Error)?

    init(_ batch: consuming RecordBatch) {
        inputCount = batch.records.count
        records = batch.records
    }

    /// Books a record that failed a step.
    ///
    /// - Parameters:
    ///   - record: The record as it was when it reached the step.
    /// - Returns: Whether the others go on.
    mutating func book(_ error: any Error, _ record: Record, at step: PipelinePlan.Common) -> Bool {
        switch step.onError {
        case .fail:
            if let stopped = error as? PipelineFailure {
                failure = stopped
            } else {
                failure = PipelineFailure(.badData, "\(record.origin.description.printable): \(step.type): \(error.message.printable)")
            }
            return false
        case .reject:
            rejects.append(Reject(step: step, error: error, record: record))
        case .skip:
            skipped += 1
            warnings.append(RunWarning(step: step.path, kind: .skipped, origin: record.origin, text: "\(step.type): \(error.message)"))
        }
        return true
    }

    /// Takes the warnings that a step left on a record.
    mutating func collectWarnings(of record: inout Record, at step: PipelinePlan.Common) {
        guard !record.warnings.isEmpty else { return }
        for text in record.warnings {
            warnings.append(RunWarning(step: step.path, kind: .remark, origin: record.origin, text: text))
        }
        record.warnings.removeAll()
    }
}

/// A record that failed, for the rejects file.
package struct Reject: Sendable {
    package let stage: String
    package let step: String
    package let reason: String
    package let origin: Origin
    package let record: JSONValue

    init(step: PipelinePlan.Common, error: any Error, record: Record) {
        stage = step.type
        self.step = step.path
        reason = error.message
        origin = record.origin
        self.record = record.value
    }

    /// What a source could not make a record of.
    init(source: String, _ refused: RefusedInput) {
        stage = source
        step = "source"
        reason = refused.reason
        origin = refused.origin
        record = refused.content
    }

    /// The line in the rejects file.
    var json: JSONValue {
        var place: JSONObject = ["source": .string(origin.source), "item": .number(JSONNumber(origin.item))]
        if let page = origin.page { place["page"] = .number(JSONNumber(page)) }
        if let line = origin.line { place["line"] = .number(JSONNumber(line)) }
        if let offset = origin.byteOffset { place["byte_offset"] = .number(JSONNumber(offset)) }
        return ["stage": .string(stage), "step": .string(step), "reason": .string(reason), "origin": .object(place), "record": record]
    }
}

/// Something that the user should know and that stops nothing.
package struct RunWarning: Sendable {
    package enum Kind: Sendable {
        case skipped
        case remark
    }

    package let step: String
    package let kind: Kind
    package let origin: Origin
    package let text: String
}

extension Error {
    /// What the error says, in one sentence.
    package var message: String { String(describing: self) }
}
