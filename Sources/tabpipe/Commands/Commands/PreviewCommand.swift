internal import Foundation
internal import Pipeline
internal import Sinks
internal import SourcesRemote

/// `tabpipe preview FILE`
struct PreviewCommand: Command {
    static let name = "preview"
    static let summary = "Writes the pages of a pipeline with a `site` sink into a temporary folder, and prints the address of their index."
    static let details: String? =
        "Only the sinks `site` are run, and rejected records are dropped. The folder is not removed, so that you can read on; with --watch it "
        + "is when that ends."
    static let examples = ["tabpipe preview pipelines/site-case-studies.json --open", "tabpipe preview p.json --watch -n 20"]
    private let file: String
    private let parameters: [String: String]
    private let opens: Bool
    private let watches: Bool
    private let settings: RunSettings

    /// The time between two checks of the files, in milliseconds.
    private static let interval = 300

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
        let limit = arguments.limit()
        opens = arguments.flag("open", help: "Opens the index in the browser.")
        watches = arguments.flag(
            "watch", help: "Runs again whenever the pipeline file or a local input changes, until it is interrupted.")
        settings = RunSettings(limit: limit, programMemory: arguments.programMemory(), verbosity: arguments.verbosity())
    }

    func run(in context: CommandContext) async throws -> Int32 {
        settings.configure(context.console)
        let plan = try context.plan(file, parameters: parameters)
        try StandardInputCheck.check(files: [file], plans: [(file, plan)])
        if watches, Input(file) == .standardInput || plan.files.contains(where: { $0.purpose == .input && $0.isStandardStream }) {
            throw UsageError("--watch watches files, and standard input is none")
        }
        guard plan.sinks.contains(where: { $0.component is SiteSink }) else {
            throw UsageError(
                "\(file.printable) has no sink \"site\"; that is what a preview shows (tabpipe describe site)")
        }
        // Other users must not read mail and drafts.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-preview-\(UUID().uuidString)")
        try OutputFolder.makePrivate(at: folder.path)
        var stamps = try stamps(of: plan)
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
        var watched = plan
        while watches {
            stamps = try await change(since: stamps, of: watched, shownIn: folder)
            do {
                watched = try context.plan(file, parameters: parameters)
                stamps = try self.stamps(of: watched)
                let code = await show(watched, in: folder, context.console)
                guard code < ExitCode.firstSignal else {
                    try? FileManager.default.removeItem(at: folder)
                    return code
                }
            } catch let error as PipelineFileError {
                // The author may correct the file with the next change.
                context.console.report(error)
            } catch let failure as PipelineFailure {
                context.console.error(failure.message.printable)
            }
        }
        return code
    }

    /// Waits until one of the files changes. A signal during the wait removes the pages and ends the process.
    private func change(since stamps: [String: Date], of plan: PipelinePlan, shownIn folder: URL) async throws -> [String: Date] {
        let signals = SignalWatch { number in
            try? FileManager.default.removeItem(at: folder)
            exit(ExitCode.firstSignal + number)
        }
        defer { signals.end() }
        while true {
            try await Task.sleep(for: .milliseconds(Self.interval))
            let now = try self.stamps(of: plan)
            if now != stamps { return now }
        }
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

    /// The times of the last changes of the pipeline file and its local inputs.
    private func stamps(of plan: PipelinePlan) throws -> [String: Date] {
        let inputs = plan.files.filter { $0.purpose == .input && !$0.isAddress }.map(\.path)
        // An input may be a pattern that further files match later.
        let paths = try [file] + inputs + inputs.flatMap { try FilePattern($0).matches().map(\.path) }
        return paths.reduce(into: [:]) { stamps, path in
            stamps[path] = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
    }
}
