public import JSONQuery

/// The components that pipeline files can name. It is a value and not a global, so that each program has exactly the components it adds.
public struct Registry: Sendable {
    /// The three protocols that a step in `stages` may conform to.
    package enum StageType: Sendable {
        case stage(any Stage.Type)
        case asyncStage(any AsyncStage.Type)
        case streamStage(any StreamStage.Type)

        package var component: any Component.Type {
            switch self {
            case .stage(let type): type
            case .asyncStage(let type): type
            case .streamStage(let type): type
            }
        }
    }

    package private(set) var sources: [String: any Source.Type] = [:]
    package private(set) var stages: [String: StageType] = [:]
    package private(set) var sinks: [String: any Sink.Type] = [:]

    /// The functions that jq programs can call beside the built-in ones.
    package private(set) var functions = QueryFunctions()

    /// Opens the URLs among the inputs of sources; nil if the program opens none.
    public private(set) var opener: (any URLOpener.Type)?

    /// Creates an empty registry.
    public init() {}

    /// Adds a source.
    ///
    /// - Precondition: No other source has its name.
    public mutating func add(_ type: any Source.Type) {
        precondition(sources.updateValue(type, forKey: type.name) == nil, "two sources are called \(type.name)")
    }

    /// Adds a stage.
    ///
    /// - Precondition: No other stage has its name.
    public mutating func add(_ type: any Stage.Type) { add(.stage(type)) }

    /// Adds an asynchronous stage.
    ///
    /// - Precondition: No other stage has its name.
    public mutating func add(_ type: any AsyncStage.Type) { add(.asyncStage(type)) }

    /// Adds a stream stage.
    ///
    /// - Precondition: No other stage has its name.
    public mutating func add(_ type: any StreamStage.Type) { add(.streamStage(type)) }

    /// Adds a sink.
    ///
    /// - Precondition: No other sink has its name.
    public mutating func add(_ type: any Sink.Type) {
        precondition(sinks.updateValue(type, forKey: type.name) == nil, "two sinks are called \(type.name)")
    }

    /// Adds a function that the jq programs of pipeline files can call.
    ///
    /// - Precondition: Neither jq nor another function has its name and number of arguments.
    public mutating func add(_ function: QueryFunction) { functions.add(function) }

    /// Lets sources that read files read URLs, too.
    ///
    /// - Parameter type: The type that opens the URLs. Each source creates an instance from its options.
    public mutating func openURLs(with type: any URLOpener.Type) { opener = type }

    /// A reader that only collects the declarations of a component's options.
    package var describingReader: OptionReader {
        var reader = OptionReader.describing
        reader.use(self)
        return reader
    }

    private mutating func add(_ type: StageType) {
        let name = type.component.name
        precondition(stages.updateValue(type, forKey: name) == nil, "two stages are called \(name)")
    }
}

extension OptionReader {
    /// Lets options use what a registry has: its functions, its sources and its opener of URLs.
    mutating func use(_ registry: Registry) {
        values.functions = registry.functions
        urlOptions = registry.opener
        components = registry
    }
}
