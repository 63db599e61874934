internal import JSONParsing
internal import Pipeline

/// `tabpipe explain FILE`
struct ExplainCommand: Command {
    static let name = "explain"
    static let group = CommandGroup.look
    static let summary = "Prints a pipeline file with all defaults filled in, secrets as ***, and says how it will run."
    static let examples = ["tabpipe explain p.json --set from=items.json", "tabpipe explain p.json --origin"]
    private let file: String
    private let parameters: [String: String]
    private let showsOrigins: Bool

    /// The largest width of the column of values, in characters. Longer values push their origin to the right.
    private static let maxWidth = 60

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
        showsOrigins = arguments.flag(
            "origin", help: "Prints instead where each value came from: default, file and line, parameter, environment, --set.")
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let plan = try context.plan(file, parameters: parameters) {
            $0.needsSourceAndSinks = false
            $0.collectsOrigins = showsOrigins
        }
        if showsOrigins {
            context.console.writeOutput(Self.table(plan.declaration.origins))
            return ExitCode.done
        }
        var file = plan.declaration.header
        if !plan.declaration.parameters.isEmpty { file["parameters"] = .object(plan.declaration.parameters) }
        if let source = plan.source { file["source"] = source.common.json }
        file["stages"] = .array(StageNode.list(of: plan).map(\.json))
        if !plan.sinks.isEmpty { file["sinks"] = .array(plan.sinks.map(\.common.json)) }
        context.console.writeOutput(JSONValue.object(file).indentedText)
        for line in plan.declaration.presets { context.console.info(line) }
        if let source = plan.source { Self.say(source.component, "source", context.console) }
        for stage in plan.stages { Self.say(stage.component.component, stage.common.path, context.console) }
        for line in StageIndependence(of: plan.stages).lines { context.console.info(line) }
        for sink in plan.sinks { Self.say(sink.component, sink.common.path, context.console) }
        return ExitCode.done
    }

    /// The values with their origins, a line each.
    private static func table(_ origins: [ValueOrigin]) -> String {
        let lines = origins.map { (value: "\($0.path) = \($0.value.compactText)".printable, origin: $0.origin.printable) }
        let width = lines.map(\.value.count).filter { $0 <= maxWidth }.max() ?? 0
        return lines.map { "\(HelpText.padded($0.value, width))   \($0.origin)\n" }.joined()
    }

    private static func say(_ component: any Component, _ path: String, _ console: Console) {
        let hooks = component.hooks
        for line in hooks.explanation { console.info("\(path): \(line)") }
        for second in hooks.sources { if let source = second.component { say(source, second.step.path, console) } }
    }
}

/// Tells which stages look at each record alone, and which depend on other records and so on the partition.
private struct StageIndependence {
    /// Sentences for `explain`; none for a pipeline without stages.
    let lines: [String]

    init(of stages: [PipelinePlan.StageStep]) {
        let alone = stages.filter(Self.treatsRecordsAlone).map(\.common.placeAndType)
        let streams = stages.filter { !Self.treatsRecordsAlone($0) }.map { stage in
            stage.common.placeAndType + (stage.common.scope == .partition ? " within its partition" : "")
        }
        lines =
            (alone.isEmpty ? [] : ["look at each record alone: \(alone.joined(separator: ", "))"])
            + (streams.isEmpty ? [] : ["look at neighbouring records: \(streams.joined(separator: ", "))"])
    }

    private static func treatsRecordsAlone(_ stage: PipelinePlan.StageStep) -> Bool {
        guard case .streamStage(let component) = stage.component else { return true }
        return component.partition.isOfEachRecord
    }
}
