extension PipelinePlan {
    /// Creates a pipeline in code, without a pipeline file. Add stages and sinks with the `append` methods.
    ///
    ///     var plan = PipelinePlan(name: "titles", source: RecordsSource(records))
    ///     plan.append(try Shorten(json: #"{"field": "title", "length": 20}"#))
    ///     try plan.append(stage: "filter", json: #"{"where": ".title != \"\""}"#, from: registry)
    ///     try plan.append(sink: "jsonl", json: #"{"to": "titles.jsonl"}"#, from: registry)
    ///     let report = await plan.run(jobs: 4)
    ///
    /// - Parameters:
    ///   - name: The name in messages.
    ///   - source: The source; nil for a pipeline that only processes records in memory.
    public init(name: String, source: (any Source)? = nil) {
        self.init(name: name, source: nil, stages: [], sinks: [], rejects: nil)
        if let source { self = replacing(source: source) }
    }

    /// Adds a stage after the others.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - onError: The handling of a record that fails in it.
    public mutating func append(_ stage: some Stage, onError: OnError = .reject) {
        append(.stage(stage), type: Swift.type(of: stage).name, onError)
    }

    /// Adds an asynchronous stage after the others.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - onError: The handling of a record that fails in it.
    public mutating func append(async stage: some AsyncStage, onError: OnError = .reject) {
        append(.asyncStage(stage), type: Swift.type(of: stage).name, onError)
    }

    /// Adds a stream stage after the others.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - onError: The handling of a record that it refuses.
    public mutating func append(stream stage: some StreamStage, onError: OnError = .reject) {
        append(.streamStage(stage), type: Swift.type(of: stage).name, onError)
    }

    /// Adds a sink. Each sink receives every record.
    ///
    /// - Parameters:
    ///   - sink: The sink.
    ///   - onError: The handling of a record that it cannot write.
    public mutating func append(sink: some Sink, onError: OnError = .reject) {
        if let path = sink.traits.path {
            // The template stands for all paths in the folder.
            let isFolder = ((sink as? any OutputSink)?.output as? any StateTrackedOutput)?.isFolder == true
            let text = MaskedText(isFolder ? "\(path)/{{}}" : path)
            files.append(FileUse(.output, text, place: "sinks[\(sinks.count)].to", range: nil, isTemplate: isFolder))
        }
        addStep(sink, onError: onError)
    }

    /// Adds a sink whose files the plan knows already.
    mutating func addStep(_ sink: some Sink, onError: OnError) {
        let common = StepProperties(type: Swift.type(of: sink).name, path: "sinks[\(sinks.count)]", onError: onError, options: [:])
        sinks.append(SinkStep(common: common, component: sink))
    }

    private mutating func append(_ component: StageComponent, type: String, _ onError: OnError) {
        let common = StepProperties(type: type, path: "stages[\(stages.count)]", onError: onError, options: [:])
        stages.append(StageStep(common: common, component: component))
    }
}
