package import JSONParsing

/// A pipeline file that was read and checked: components that are ready to run.
public struct PipelinePlan: Sendable {
    /// What every step has beside its component.
    package struct Common: Sendable {
        /// The `type` in the file.
        package let type: String
        /// Where the step is in the file, such as `stages[2]`.
        package let path: String
        package let onError: OnError
        /// The options in effect, secrets masked.
        package let options: JSONObject
        /// The options that every step has, in effect.
        package var shared = JSONObject()
        /// What notices that no record has a field that an option asks for.
        package var watches: [FieldWatch] = []
    }

    package struct SourceStep: Sendable {
        package let common: Common
        package let component: any Source
    }

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

    package struct StageStep: Sendable {
        package let common: Common
        package let component: StageComponent
    }

    package struct SinkStep: Sendable {
        package let common: Common
        package let component: any Sink
    }

    /// The name in messages.
    public let name: String
    package let description: String?
    /// The declarations of the parameters, the values in effect as defaults; secrets masked.
    package let parameters: JSONObject
    package private(set) var source: SourceStep?
    package internal(set) var stages: [StageStep]
    package internal(set) var sinks: [SinkStep]
    /// Where rejected records go, if the file says.
    package let rejects: String?
    /// What has to hold at the end of a run before its outputs are put in place.
    package var guards = RunGuards()
    /// The options of the file itself in effect, such as its name; secrets masked.
    package var header = JSONObject()
    /// What is odd about the file, and yet not wrong: one line each, with its place.
    package var warnings: [String] = []
    /// Bytes of memory that one jq program may use at a time, if the file says.
    package var programMemory: Int?
    /// The files that the options name.
    package var files: [FileUse] = []
    /// Where the pipeline file names what the source reads, if it does.
    package var sourcePlace: FilePlace?
    /// The files of the run, which no record may replace.
    package var outputPaths = OutputPaths()
    /// Texts from the environment and other files, which are not to be printed.
    package var secrets = SecretValues()

    /// A plan with another source and other sinks, for `pipe` and `preview`.
    ///
    /// - Parameter sinks: Those that are like one of the file, in the order of the file, are told apart from it in nothing else: what
    ///   the file says of a record that fails there still counts.
    public func replacing(source: (any Source)? = nil, sinks: [any Sink]? = nil) -> PipelinePlan {
        let sourceStep = source.map {
            SourceStep(common: Common(type: Swift.type(of: $0).name, path: "source", onError: .fail, options: [:]), component: $0)
        }
        var left = self.sinks[...]
        let sinkSteps = sinks?.enumerated().map { index, sink in
            let type = Swift.type(of: sink).name
            let place = left.firstIndex { $0.common.type == type }
            let common = place.map { left[$0].common } ?? Common(type: type, path: "sinks[\(index)]", onError: .reject, options: [:])
            if let place { left = left[(place + 1)...] }
            return SinkStep(common: common, component: sink)
        }
        var plan = self
        if let sourceStep { plan.source = sourceStep }
        if let sinkSteps {
            plan.sinks = sinkSteps
            plan.files.removeAll { $0.purpose == .output && $0.place.hasPrefix("sinks[") }
        }
        return plan
    }
}
