internal import JSONParsing
internal import JSONQuery

// Components of a registry by their names, as a pipeline file has them: built-in ones, and those that the program has added.
extension PipelinePlan {
    /// Creates a pipeline in code, with a source of a registry.
    ///
    /// - Parameters:
    ///   - name: The name in messages.
    ///   - source: The `type` of the source.
    ///   - json: Its options as a JSON object.
    ///   - registry: The components.
    /// - Throws: ``PipelineFileError`` with every problem of the options, or if the registry has no such source.
    public init(name: String, source: String, json: String, from registry: Registry) throws(PipelineFileError) {
        self.init(name: name)
        let type = try Self.type(source, among: registry.sources, "source")
        func make<Made: Source>(_ type: Made.Type) throws(PipelineFileError) -> any Source { try component(type, json, "source", registry) }
        // A statement of its own: `component` adds the files and secrets of the source to `self`, which `replacing` then copies.
        let made = try make(type)
        self = replacing(source: made)
    }

    /// Adds a stage of a registry after the others.
    ///
    /// - Parameters:
    ///   - stage: The `type` of the stage.
    ///   - json: Its options as a JSON object.
    ///   - registry: The components.
    ///   - onError: The handling of a record that fails in it.
    /// - Throws: ``PipelineFileError`` with every problem of the options, or if the registry has no such stage.
    public mutating func append(
        stage: String, json: String, from registry: Registry, onError: OnError = .reject
    ) throws(PipelineFileError) {
        let path = "stages[\(stages.count)]"
        switch try Self.type(stage, among: registry.stages, "stage") {
        case .stage(let type):
            func add<Made: Stage>(_ type: Made.Type) throws(PipelineFileError) {
                append(try component(type, json, path, registry), onError: onError)
            }
            try add(type)
        case .asyncStage(let type):
            func add<Made: AsyncStage>(_ type: Made.Type) throws(PipelineFileError) {
                append(async: try component(type, json, path, registry), onError: onError)
            }
            try add(type)
        case .streamStage(let type):
            func add<Made: StreamStage>(_ type: Made.Type) throws(PipelineFileError) {
                append(stream: try component(type, json, path, registry), onError: onError)
            }
            try add(type)
        }
    }

    /// Adds a sink of a registry. Each sink gets every record.
    ///
    /// - Parameters:
    ///   - sink: The `type` of the sink.
    ///   - json: Its options as a JSON object.
    ///   - registry: The components.
    ///   - onError: The handling of a record that the sink cannot write.
    /// - Throws: ``PipelineFileError`` with every problem of the options, or if the registry has no such sink.
    public mutating func append(
        sink: String, json: String, from registry: Registry, onError: OnError = .reject
    ) throws(PipelineFileError) {
        let type = try Self.type(sink, among: registry.sinks, "sink")
        func add<Made: Sink>(_ type: Made.Type) throws(PipelineFileError) {
            addStep(try component(type, json, "sinks[\(sinks.count)]", registry), onError: onError)
        }
        try add(type)
    }

    /// Makes a component. The plan keeps the files that its options name, so that a run locks its outputs.
    private mutating func component<Made: Component>(
        _ type: Made.Type, _ json: String, _ path: String, _ registry: Registry
    ) throws(PipelineFileError) -> Made {
        var options = try OptionReader(json: json, path: path, outputPaths: outputPaths)
        options.use(registry)
        opener = registry.opener ?? opener
        let made = Made(options: &options)
        options.checkSecondSources(of: made)
        try options.check()
        files += options.files
        secrets.formUnion(options.secrets)
        return made
    }

    private static func type<Value>(_ name: String, among types: [String: Value], _ kind: String) throws(PipelineFileError) -> Value {
        if let type = types[name] { return type }
        let problem = "no \(kind) is called \"\(name.printable)\"\(DidYouMean.hint(for: name, in: types.keys.sorted()))"
        throw PipelineFileError(file: "options", text: [], list: [Diagnostic(problem, at: nil, path: "")])
    }
}
