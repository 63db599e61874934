internal import Pipeline

/// Finds out what became of each output of a run.
struct OutputRecords {
    let plan: PipelinePlan
    let report: RunReport
    let rejects: RejectsTarget
    let isDry: Bool

    /// The outputs in the order of the pipeline file, and the rejects last.
    var list: [OutputRecord] {
        let outputs = plan.files.filter { $0.purpose == .output && $0.owner != .rejects && $0.owner != nil }
        return outputs.map { record(of: $0) } + (rejectsRecord.map { [$0] } ?? [])
    }

    private func record(of output: FileUse) -> OutputRecord {
        let path = output.isStandardStream ? "standard output" : output.shown
        func record(_ result: OutputRecord.Result) -> OutputRecord { OutputRecord(place: output.place, path: path, result: result) }
        if isDry { return record(.dryRun) }
        switch output.owner {
        case .sink:
            guard let sink = plan.sinks.first(where: { output.place.hasPrefix($0.common.path + ".") }) else { return record(.kept) }
            if let result = report.outputs[sink.common.path] {
                var record = record(result.written > 0 ? .written : .unchanged)
                (record.written, record.unchanged) = (result.written, result.unchanged)
                return record
            }
            return record(!sink.component.appearsWhole ? .sent : report.failure == nil ? .written : .kept)
        case .source: return record(report.hasPassedRecords ? .written : .kept)
        case .stage, .rejects, nil: return record(report.failure == nil ? .written : .kept)
        }
    }

    private var rejectsRecord: OutputRecord? {
        func record(_ path: String, _ result: OutputRecord.Result) -> OutputRecord {
            OutputRecord(place: "rejects", path: rejects.shown.isEmpty ? path : rejects.shown, result: result)
        }
        switch report.rejects {
        case .none: return nil
        case .written(let path), .failed(let path): return record(path, .written)
        case .appended(let path): return record(path, .appended)
        case .removed(let path): return record(path, .removed)
        case .kept(let path): return record(path, .kept)
        case .sent: return record("an open descriptor", .sent)
        }
    }
}
