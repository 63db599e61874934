internal import JSONParsing
internal import Pipeline

/// `tabpipe explain FILE`
struct ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Prints a pipeline file with all defaults filled in, secrets as ***, and says how it will run."
    static let examples = ["tabpipe explain p.json --set from=items.json"]
    private let file: String
    private let parameters: [String: String]

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let plan = try context.plan(file, parameters: parameters) { $0.needsSourceAndSinks = false }
        var file = plan.header
        if !plan.parameters.isEmpty { file["parameters"] = .object(plan.parameters) }
        if let source = plan.source { file["source"] = Self.step(source.common) }
        file["stages"] = .array(plan.stages.map { Self.step($0.common) })
        if !plan.sinks.isEmpty { file["sinks"] = .array(plan.sinks.map { Self.step($0.common) }) }
        context.console.writeOutput(JSONValue.object(file).indentedText)
        for line in plan.presets { context.console.info(line) }
        if let source = plan.source { Self.say(source.component, "source", context.console) }
        for stage in plan.stages { Self.say(stage.component.component, stage.common.path, context.console) }
        for sink in plan.sinks { Self.say(sink.component, sink.common.path, context.console) }
        return ExitCode.done
    }

    private static func step(_ common: PipelinePlan.Common) -> JSONValue {
        var object: JSONObject = ["type": .string(common.type)]
        for options in [common.options, common.shared] {
            for option in options { object[option.key] = option.value }
        }
        return .object(object)
    }

    private static func say(_ component: any Component, _ path: String, _ console: Console) {
        for line in component.explanation { console.info("\(path): \(line)") }
    }
}
