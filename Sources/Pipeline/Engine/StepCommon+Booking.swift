// What happens at a step, in words: the same for whoever books it.
extension PipelinePlan.Common {
    /// The end of the run, because of a record that the step cannot take.
    func failure(_ reason: String, at origin: Origin) -> PipelineFailure {
        PipelineFailure(.badData, "\(origin.description.printable): \(type): \(reason.printable)")
    }

    /// A record is dropped that the step cannot take.
    func skipping(_ reason: String, at origin: Origin) -> RunWarning {
        RunWarning(step: path, kind: .skipped, origin: origin, text: "\(type): \(reason)")
    }

    /// The remarks that the step left on a record; the record loses them.
    func takeRemarks(of record: inout Record) -> [RunWarning] {
        record.takeWarnings().map { RunWarning(step: path, kind: .remark, origin: record.origin, text: $0) }
    }
}
