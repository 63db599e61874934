import JSONParsing
@testable import Pipeline

/// Makes a plan of these components.
func plan(_ source: any Source, _ stages: [PipelinePlan.StageComponent] = [], _ sinks: [any Sink], onError: OnError = .reject)
    -> PipelinePlan
{
    func common(_ component: any Component, _ path: String) -> StepProperties {
        StepProperties(type: type(of: component).name, path: path, onError: onError, options: [:])
    }
    return PipelinePlan(
        name: "test",
        source: .init(common: common(source, "source"), component: source),
        stages: stages.enumerated().map { .init(common: common($1.component, "stages[\($0)]"), component: $1) },
        sinks: sinks.enumerated().map { .init(common: common($1, "sinks[\($0)]"), component: $1) }, rejects: nil)
}

/// Runs a plan to its end.
func run(_ plan: PipelinePlan, jobs: Int = 2, limit: Int? = nil, rejects: String? = nil, observer: MemoryObserver = MemoryObserver()) async
    -> RunReport
{
    var options = PipelineRun.Options()
    options.jobs = jobs
    options.limit = limit
    if let rejects { options.rejects = .file(rejects) }
    return await PipelineRun(plan, options: options, observer: observer).run()
}
