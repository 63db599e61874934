package import JSONParsing

/// A checked pipeline, with components that are ready to run. It comes from a pipeline file or is built in code.
public struct PipelinePlan: Sendable {
    /// The source with its properties.
    package struct SourceStep: Sendable {
        package let common: StepProperties
        package let component: any Source
    }

    /// A stage of one of the three protocols.
    package enum StageComponent: Sendable {
        case stage(any Stage)
        case asyncStage(any AsyncStage)
        case streamStage(any StreamStage)

        package var component: any Component {
            switch self {
            case .stage(let stage): stage
            case .asyncStage(let stage): stage
            case .streamStage(let stage): stage
            }
        }
    }

    /// A stage with its properties.
    package struct StageStep: Sendable {
        package internal(set) var common: StepProperties
        package let component: StageComponent
    }

    /// A sink with its properties.
    package struct SinkStep: Sendable {
        package internal(set) var common: StepProperties
        package let component: any Sink
    }

    /// The parts of a pipeline file besides its steps. A plan in code has none.
    package struct Declaration: Sendable {
        package var description: String?
        /// The declarations of the parameters, with the values in effect as defaults and with secrets masked.
        package var parameters = JSONObject()
        /// The selected presets of parameters: one line for each.
        package var presets: [String] = []
        /// The options in effect of the file itself, such as its name, with secrets masked.
        package var header = JSONObject()
        /// The text of the file, as it was read.
        var text: [UInt8] = []
        /// The text without a byte order mark, to which the ranges of ``PipelinePlan/files`` refer.
        var unmarkedText: [UInt8] { Array(text[((try? ByteOrderMark.lengthToSkip(in: text)) ?? 0)...]) }
        /// The files that stages come from.
        package var uses: [UsedFile] = []
        /// The origins of the values, in the order of the file; empty unless the settings ask for them.
        package var origins: [ValueOrigin] = []
        /// The nodes that gave secret texts.
        package var secretUses: [SecretUse] = []
        /// Remarks on options that are valid but probably not intended: one line each, with its place.
        package var warnings: [String] = []
        /// The inputs of the sources as messages show them, and the places that name them.
        var inputPlaces: [(shown: String, place: FilePlace)] = []

        /// The place that names the input of a failure, or the first input if the failure names none; nil for other failures, and if the
        /// file names no input.
        package func inputPlace(of failure: any Error) -> FilePlace? {
            guard let failure = failure as? PipelineFailure, failure.kind == .inputMissing else { return nil }
            return (inputPlaces.first { $0.shown == failure.input } ?? inputPlaces.first)?.place
        }
    }

    /// The name of the pipeline in messages.
    public let name: String
    package internal(set) var declaration = Declaration()
    package private(set) var source: SourceStep?
    /// Whether runs read all records of an incremental source: ``readingAll()``.
    private(set) var readsAll = false
    package internal(set) var stages: [StageStep]
    package internal(set) var sinks: [SinkStep]
    /// The path of the file for rejected records; nil for none.
    package let rejects: String?
    /// The conditions that are checked at the end of a run, before its outputs are renamed.
    public var guards = RunGuards()
    /// Whether runs may start the programs that components declare in ``Hooks/programs``. Otherwise such a run fails before it
    /// opens anything. A pipeline file that comes from elsewhere could name any program.
    public var allowsPrograms = false
    /// The memory in bytes that a jq program may use for one record; nil for the default.
    package var programMemory: Int?
    /// The files that the options name.
    package var files: [FileUse] = []
    /// The files of the run, which no record may overwrite.
    package var outputPaths = ClaimedPaths()
    /// Texts from the environment and other files, which messages must not show.
    package var secrets = SecretValues()
    /// Secret texts that runs of the plan learn, such as access tokens.
    package private(set) var learnedSecrets = LearnedSecrets()
    /// Opens URLs for components without options for them; nil if the program opens none.
    var opener: (any URLOpener.Type)?

    /// Whether runs get only records that are new or have changed since the last run.
    public var isIncremental: Bool { source?.component.continuation.isIncremental ?? false }

    /// Returns a plan whose runs read all records and leave a new state, for `--full-refresh`.
    public func readingAll() -> PipelinePlan {
        var plan = self
        plan.source = source.map { SourceStep(common: $0.common, component: $0.component.continuation.readingAll() ?? $0.component) }
        plan.readsAll = true
        return plan
    }

    /// Deletes the state of earlier runs, so that the next run reads all records.
    ///
    /// - Returns: What was done, in a sentence; nil if the source keeps no state.
    /// - Throws: ``PipelineFailure`` if the state cannot be deleted.
    public func resetState() throws -> String? { try source?.component.continuation.resetState() }

    /// Returns a plan with another source or other sinks, as the commands `pipe` and `preview` use it.
    ///
    /// - Parameters:
    ///   - source: The new source; nil keeps the old one.
    ///   - sinks: The new sinks; nil keeps the old ones. A new sink takes the `on_error` of the next old sink of the same type.
    public func replacing(source: (any Source)? = nil, sinks: [any Sink]? = nil) -> PipelinePlan {
        let sourceStep = source.map {
            SourceStep(common: StepProperties(type: Swift.type(of: $0).name, path: "source", onError: .fail, options: [:]), component: $0)
        }
        var left = self.sinks[...]
        let sinkSteps = sinks?.enumerated().map { index, sink in
            let type = Swift.type(of: sink).name
            let place = left.firstIndex { $0.common.type == type }
            let common =
                place.map { left[$0].common } ?? StepProperties(type: type, path: "sinks[\(index)]", onError: .reject, options: [:])
            if let place { left = left[(place + 1)...] }
            return SinkStep(common: common, component: sink)
        }
        var plan = self
        if let sourceStep { plan.source = sourceStep }
        if let sinkSteps {
            plan.sinks = sinkSteps
            plan.files.removeAll { $0.purpose == .output && $0.owner == .sink }
        }
        return plan
    }

    /// The components of all steps in the order of the file, each with the second sources that it reads behind it.
    package var components: [(common: StepProperties, component: any Component)] {
        let steps: [(StepProperties, any Component)] =
            (source.map { [($0.common, $0.component)] } ?? []) + stages.map { ($0.common, $0.component.component) }
            + sinks.map { ($0.common, $0.component) }
        return steps.flatMap { step in
            [step] + step.1.hooks.sources.compactMap { second in second.component.map { (second.step, $0) } }
        }
    }

    /// Numbers the steps for one run: 0 is the source, then come the stages and the sinks.
    func numberingSteps() -> PipelinePlan {
        var plan = self
        for index in plan.stages.indices {
            plan.stages[index].common.number = 1 + index
            plan.stages[index].common.hidesRejects = plan.stages[index].component.component.hooks.hidesRejects
        }
        for index in plan.sinks.indices { plan.sinks[index].common.number = 1 + plan.stages.count + index }
        return plan
    }

    /// The ledger at the start of a run of the plan, with zeros for each step. The steps must be numbered.
    var emptyLedger: StepLedger {
        // In a plan without a source, number 0 has an entry that stays at zero.
        let source = source?.common ?? StepProperties(type: "", path: "source", onError: .fail, options: [:])
        return StepLedger(of: [source] + stages.map(\.common) + sinks.map(\.common), firstSink: 1 + stages.count)
    }
}
