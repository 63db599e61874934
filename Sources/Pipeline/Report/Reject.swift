public import JSONParsing

/// A record that failed, for the rejects file.
public struct Reject: Sendable {
    /// The `type` of the step that rejected it.
    public let stage: String
    /// The place of the step, such as `stages[2]`.
    public let step: String
    /// What was expected and what was found, in one sentence.
    public private(set) var reason: String
    /// The record's place in the input.
    public private(set) var origin: Origin
    /// The record as it reached the step; null if the step hides it.
    public private(set) var record: JSONValue
    /// The position of the record in the order of the input.
    let place: RecordPlace
    /// The number of the step in the run.
    let stepNumber: Int
    /// The place of the jq program that failed; nil if the reason is another.
    package private(set) var programPlace: QueryErrorPlace?
    /// The category of the failure behind the error; nil if the record itself is wrong.
    private(set) var cause: PipelineFailure.Kind?

    init(_ step: StepProperties, error: any Error, record: Record) {
        self.init(step, RefusedInput(record, because: error))
        cause = (error as? PipelineFailure)?.kind ?? (error as? RecordError)?.cause
    }

    /// Creates the reject for input that a source could not turn into a record, or for a record that a stream stage refused.
    init(_ step: StepProperties, _ refused: RefusedInput) {
        stage = step.type
        self.step = step.path
        reason = refused.reason
        origin = refused.origin
        record = step.hidesRejects ? .null : refused.content
        place = refused.place
        stepNumber = step.number
        programPlace = step.hidesRejects ? nil : refused.programPlace
    }

    /// Returns the reject with secret texts masked. A step may have put them into the record, too, for instance as the name of a field.
    func masked(by secrets: SecretValues) -> Reject {
        var reject = self
        reject.reason = AddressMask.masked(in: secrets.masked(reason))
        reject.origin.source = secrets.masked(origin.source)
        reject.record = secrets.masked(record)
        reject.programPlace?.input = programPlace?.input.map { secrets.masked($0) }
        return reject
    }

    /// The value of its line in the rejects file.
    var json: JSONValue {
        var line: JSONObject = ["stage": .string(stage), "step": .string(step), "reason": .string(reason)]
        if let programPlace { line["at"] = programPlace.json }
        line["origin"] = .object(origin.json)
        line["record"] = record
        return .object(line)
    }
}
