/// The components that pipeline files can name. A value: no program has another one's components by accident.
public struct Registry: Sendable {
    /// The kinds of steps that stand in the `stages` of a pipeline file.
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

    /// Makes an empty registry.
    public init() {}

    /// Adds a source. A name that is taken already is a mistake in the program and traps.
    public mutating func add(_ type: any Source.Type) {
        precondition(sources.updateValue(type, forKey: type.name) == nil, "two sources are called \(type.name)")
    }

    /// Adds a stage. A name that is taken already is a mistake in the program and traps.
    public mutating func add(_ type: any Stage.Type) { add(.stage(type)) }

    /// Adds a stage that may wait. A name that is taken already is a mistake in the program and traps.
    public mutating func add(_ type: any AsyncStage.Type) { add(.asyncStage(type)) }

    /// Adds a stage that sees the whole stream. A name that is taken already is a mistake in the program and traps.
    public mutating func add(_ type: any StreamStage.Type) { add(.streamStage(type)) }

    /// Adds a sink. A name that is taken already is a mistake in the program and traps.
    public mutating func add(_ type: any Sink.Type) {
        precondition(sinks.updateValue(type, forKey: type.name) == nil, "two sinks are called \(type.name)")
    }

    private mutating func add(_ type: StageType) {
        let name = type.component.name
        precondition(stages.updateValue(type, forKey: name) == nil, "two stages are called \(name)")
    }
}
