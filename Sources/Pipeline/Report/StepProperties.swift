package import JSONParsing

/// The properties of a step other than its component, such as its path and `on_error`.
package struct StepProperties: Sendable {
    /// The `type` in the file.
    package let type: String
    /// The path of the step in the file, such as `stages[2]`.
    package let path: String
    /// The path and the type, as messages name the step.
    package var placeAndType: String { "\(path) \(type)" }
    package let onError: OnError
    /// The records that a stream stage must process together; nil for other steps.
    package var scope: StageScope?
    /// The options in effect, with secrets masked.
    package let options: JSONObject
    /// The options in effect that every step has, such as `on_error`.
    package var shared = JSONObject()
    /// The watches that find misspelt names of fields.
    package var watches: [MissingFieldWatch] = []
    /// The number of the step in a run: 0 for the source, then the stages, then the sinks.
    var number = 0
    /// Whether rejects of the step come without their records, as ``Hooks/hidesRejects`` says.
    var hidesRejects = false

    /// Returns the properties with the number of a stage, at which the records of a second source count that fail.
    func numbered(as stage: StepProperties) -> StepProperties {
        var step = self
        step.number = stage.number
        return step
    }
}

// The messages about records at the step.
extension StepProperties {
    /// The failure of the run, because of a record that the step cannot process.
    func failure(_ reason: String, at origin: Origin) -> PipelineFailure {
        PipelineFailure(.badData, "\(origin.description.printable): \(type): \(reason.printable)")
    }

    /// The warning about a record that the step cannot process and that is dropped.
    func skipping(_ reason: String, at origin: Origin) -> RunWarning {
        RunWarning(step: path, kind: .skipped, origin: origin, text: "\(type): \(reason)")
    }

    /// Removes the warnings that the step left on a record, and returns them.
    func takeRemarks(of record: inout Record) -> [RunWarning] {
        record.takeWarnings().map { RunWarning(step: path, kind: .remark, origin: record.origin, text: $0) }
    }
}
