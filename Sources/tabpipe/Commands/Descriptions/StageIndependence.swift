internal import Pipeline

/// Tells which stages look at each record alone, and which depend on other records and so on the partition.
struct StageIndependence {
    /// Sentences for `explain`; none for a pipeline without stages.
    let lines: [String]

    init(of stages: [PipelinePlan.StageStep]) {
        let alone = stages.filter(Self.treatsRecordsAlone).map(\.common.placeAndType)
        let streams = stages.filter { !Self.treatsRecordsAlone($0) }.map { stage in
            stage.common.placeAndType + (stage.common.scope == .partition ? " within its partition" : "")
        }
        lines =
            (alone.isEmpty ? [] : ["look at each record alone: \(alone.joined(separator: ", "))"])
            + (streams.isEmpty ? [] : ["look at neighbouring records: \(streams.joined(separator: ", "))"])
    }

    private static func treatsRecordsAlone(_ stage: PipelinePlan.StageStep) -> Bool {
        guard case .streamStage(let component) = stage.component else { return true }
        return component.partition.isOfEachRecord
    }
}
