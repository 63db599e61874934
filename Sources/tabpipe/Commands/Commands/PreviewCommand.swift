internal import Pipeline
internal import Site

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `tabpipe preview FILE`
struct PreviewCommand: Command {
    static let name = "preview"
    static let group = CommandGroup.look
    static let summary = "Writes the pages of a pipeline with a `site` sink into a temporary folder, and prints the address of their index."
    static let details: String? =
        "Only the sinks `site` are run, and rejected records are dropped. The folder is not removed, so that you can read on; with --watch it "
        + "is when that ends."
    static let examples = ["tabpipe preview pipelines/site-case-studies.json --open", "tabpipe preview p.json --watch -n 20"]
    private let file: String
    private let parameters: [String: String]
    private let opens: Bool
    private let watches: Bool
    private let allowsPrograms: Bool
    private let settings: RunSettings

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
        let limit = arguments.limit()
        opens = arguments.flag("open", help: "Opens the index in the browser.")
        watches = arguments.flag(
            "watch", help: "Runs again whenever the pipeline file or a local input changes, until it is interrupted.")
        allowsPrograms = arguments.allowsPrograms()
        settings = RunSettings(limit: limit, programMemory: arguments.programMemory(), verbosity: arguments.verbosity())
    }

    func run(in context: CommandContext) async throws -> Int32 {
        settings.configure(context.console)
        let stamps = FileWatch([file])
        let plan = try readPlan(context)
        try StandardInputCheck.check(files: [file], plans: [(file, plan)])
        guard plan.sinks.contains(where: { $0.component is SiteSink }) else {
            throw UsageError(
                "\(file.printable) has no sink \"site\"; that is what a preview shows (tabpipe describe site)")
        }
        let watch = watches ? try stamps.covering([(file, plan)]) : nil
        // Other users must not read mail and drafts.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-preview-\(UUID().uuidString)")
        try ConfinedFolder.makePrivate(at: folder.path)
        let code = await show(plan, in: folder, context.console)
        guard code <= ExitCode.someRejected else {
            try? FileManager.default.removeItem(at: folder)
            return code
        }
        let indexes = Self.sinks(of: plan, in: folder).map { URL(fileURLWithPath: $0.indexFile).absoluteString }
        for index in indexes {
            context.console.writeOutput(index + "\n")
            if opens { Browser.open(index, context.console) }
        }
        guard let watch else { return code }
        let remove: @Sendable () -> Void = { try? FileManager.default.removeItem(at: folder) }
        defer { remove() }
        return try await WatchLoop(console: context.console, end: remove).run(watch, from: nil) {
            [(file, try readPlan(context))]
        } run: { plans in
            var code = ExitCode.done
            for (_, plan) in plans { code = max(code, await show(plan, in: folder, context.console)) }
            return code
        }
    }

    /// Reads the file. Its sinks are replaced, so their programs need no permission.
    private func readPlan(_ context: CommandContext) throws -> PipelinePlan {
        let plan = try context.plan(file, parameters: parameters)
        return try context.permitPrograms([(file, plan)], isAllowed: allowsPrograms, writes: false)[0].plan
    }

    private func show(_ plan: PipelinePlan, in folder: URL, _ console: Console) async -> Int32 {
        var redirected = plan.replacing(sinks: Self.sinks(of: plan, in: folder))
        // The folder is new, so there is no earlier output to keep.
        redirected.guards.keepsOutputsIfAllRejected = false
        var settings = settings
        // Only the sinks are redirected: files of stages and the state of the source stay as they are.
        settings.hasRunOutputs = false
        return await settings.run(redirected, rejects: .none, console: console)
    }

    /// The plan's sinks for pages, each in a folder of its own.
    private static func sinks(of plan: PipelinePlan, in folder: URL) -> [SiteSink] {
        let sinks = plan.sinks.compactMap { $0.component as? SiteSink }
        return sinks.enumerated().map { index, sink in
            sink.redirected(to: sinks.count == 1 ? folder.path : folder.appendingPathComponent(String(index + 1)).path)
        }
    }
}
