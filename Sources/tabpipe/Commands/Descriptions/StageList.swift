internal import JSONParsing
internal import Pipeline

/// The stages of a pipeline as its file lists them: those of a used file stand in the step that uses it.
struct StageList {
    private let stages: [String: PipelinePlan.StageStep]
    private let uses: [String: PipelinePlan.UsedFile]

    init(_ plan: PipelinePlan) {
        stages = Dictionary(plan.stages.map { ($0.common.path, $0) }) { $1 }
        uses = Dictionary(plan.uses.map { ($0.path, $0) }) { $1 }
    }

    /// The list as JSON.
    var json: [JSONValue] { list("stages") }

    private func list(_ path: String) -> [JSONValue] {
        var steps: [JSONValue] = []
        while true {
            let path = "\(path)[\(steps.count)]"
            if let stage = stages[path] {
                steps.append(Self.step(stage.common))
            } else if let use = uses[path] {
                var object = use.options
                object["stages"] = .array(list("\(path).stages"))
                steps.append(.object(object))
            } else {
                return steps
            }
        }
    }

    /// A step with its options in effect.
    static func step(_ common: PipelinePlan.Common) -> JSONValue {
        var object: JSONObject = ["type": .string(common.type)]
        for options in [common.options, common.shared] {
            for option in options { object[option.key] = option.value }
        }
        return .object(object)
    }
}
