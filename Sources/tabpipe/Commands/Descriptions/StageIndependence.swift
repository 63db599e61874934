internal import Pipeline

/// Which stages look at one record alone, and which at its neighbours, so that a reader sees what can run in partitions.
struct StageIndependence {
    /// Sentences for `explain`; none for a pipeline without stages.
    let lines: [String]

    init(of stages: [PipelinePlan.StageStep]) {
        let alone = stages.filter { $0.common.scope == nil }.map(Self.name)
        let streams = stages.filter { $0.common.scope != nil }.map { stage in
            Self.name(of: stage) + (stage.common.scope == .partition ? " within its partition" : "")
        }
        lines =
            (alone.isEmpty ? [] : ["look at each record alone: \(alone.joined(separator: ", "))"])
            + (streams.isEmpty ? [] : ["look at neighbouring records: \(streams.joined(separator: ", "))"])
    }

    private static func name(of stage: PipelinePlan.StageStep) -> String { "\(stage.common.path) \(stage.common.type)" }
}
