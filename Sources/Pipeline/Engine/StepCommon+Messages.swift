// The messages about records at a step.
extension PipelinePlan.Common {
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
