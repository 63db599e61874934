package import JSONParsing

/// A stage of a plan, or a used file with its stages, as the pipeline file lists them.
package enum StageNode: Sendable {
    case stage(PipelinePlan.StageStep)
    case use(PipelinePlan.UsedFile, [StageNode])

    /// The steps of a plan's file.
    package static func list(of plan: PipelinePlan) -> [StageNode] { list(plan.stages, plan.uses, at: "stages") }

    /// The steps in a list.
    ///
    /// - Parameters:
    ///   - stages: All stages of the pipeline.
    ///   - uses: All used files.
    ///   - path: The path of the list, such as `stages[2].stages`.
    static func list(_ stages: [PipelinePlan.StageStep], _ uses: [PipelinePlan.UsedFile], at path: String) -> [StageNode] {
        let stages = Dictionary(stages.map { ($0.common.path, $0) }) { $1 }
        let uses = Dictionary(uses.map { ($0.path, $0) }) { $1 }
        func list(_ path: String) -> [StageNode] {
            var nodes: [StageNode] = []
            while true {
                let path = "\(path)[\(nodes.count)]"
                if let stage = stages[path] {
                    nodes.append(.stage(stage))
                } else if let use = uses[path] {
                    nodes.append(.use(use, list("\(path).stages")))
                } else {
                    return nodes
                }
            }
        }
        return list(path)
    }

    /// The step with its options in effect, as a pipeline file has it.
    package var json: JSONValue {
        switch self {
        case .stage(let stage): return stage.common.json
        case .use(let use, let nodes):
            var object = use.options
            object["stages"] = .array(nodes.map(\.json))
            return .object(object)
        }
    }
}

extension StepProperties {
    /// The step with its options in effect, as a pipeline file has it.
    package var json: JSONValue {
        var object: JSONObject = ["type": .string(type)]
        for options in [options, shared] {
            for option in options { object[option.key] = option.value }
        }
        return .object(object)
    }
}
