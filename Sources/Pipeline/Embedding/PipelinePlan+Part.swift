extension PipelinePlan {
    /// Returns a plan with a part of the stages. Their paths in messages stay the same.
    ///
    /// - Parameter range: The numbers of the stages to keep.
    package func keepingStages(_ range: Range<Int>) -> PipelinePlan {
        var plan = self
        plan.stages = Array(stages[range.clamped(to: stages.indices)])
        let paths = Set(plan.stages.map(\.common.path))
        plan.files.removeAll { use in
            use.owner == .stage && !paths.contains { use.place.hasPrefix("\($0).") }
        }
        return plan
    }

    /// Returns a plan that reads records from memory, and writes no output of the old source.
    package func reading(_ records: [Record]) -> PipelinePlan {
        var plan = replacing(source: RecordsSource(records))
        plan.files.removeAll { $0.owner == .source }
        return plan
    }
}
