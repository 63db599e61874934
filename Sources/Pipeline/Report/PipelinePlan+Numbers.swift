extension PipelinePlan {
    /// Numbers the steps for one run: 0 is the source, then come the stages and the sinks.
    func numberingSteps() -> PipelinePlan {
        var plan = self
        for index in plan.stages.indices { plan.stages[index].common.number = 1 + index }
        for index in plan.sinks.indices { plan.sinks[index].common.number = 1 + plan.stages.count + index }
        return plan
    }
}
