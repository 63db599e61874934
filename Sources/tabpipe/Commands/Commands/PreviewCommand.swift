internal import Foundation
internal import Pipeline
internal import Sinks
internal import SourcesRemote

/// `tabpipe preview FILE`
enum PreviewCommand: Command {
    static let name = "preview"
    static let summary = "Writes the pages of a pipeline with a `site` sink into a temporary folder, and prints the address of their index."
    static let details: String? =
        "Only the sinks `site` are run, and rejected records are dropped. The folder is not removed, so that you can read on; with --watch it "
        + "is when that ends."
    static let examples = ["tabpipe preview pipelines/site-case-studies.json --open", "tabpipe preview p.json --watch -n 20"]
    static let operands = Operands.file
    static let options = [
        CommandOption.set, .limit, CommandOption(name: "open", value: nil, help: "Opens the index in the browser."),
        CommandOption(
            name: "watch", value: nil, help: "Runs again whenever the pipeline file or a local input changes, until it is interrupted."),
        .programMemory, .quiet, .verbose,
    ]

    /// How often files are looked at, in milliseconds.
    private static let interval = 300

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let settings = try RunSettings(arguments, console: context.console)
        let file = arguments.operands[0]
        let plan = try context.plan(file, arguments)
        try StandardInputCheck.check(files: [file], plans: [(file, plan)])
        if arguments.has("watch"),
            Input(file) == .standardInput || plan.files.contains(where: { $0.purpose == .input && $0.isStandardStream })
        {
            throw UsageError("--watch watches files, and standard input is none")
        }
        guard plan.sinks.contains(where: { $0.component is SiteSink }) else {
            throw UsageError(
                "\(file.printable) has no sink \"site\"; that is what a preview shows (tabpipe describe site)")
        }
        // Other users must not read mail and drafts.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-preview-\(UUID().uuidString)")
        try OutputFolder.makePrivate(at: folder.path)
        var stamps = stamps(of: plan, file)
        let code = await show(plan, in: folder, settings, context.console)
        guard code <= 1 else {
            try? FileManager.default.removeItem(at: folder)
            return code
        }
        let indexes = sinks(of: plan, in: folder).map { URL(fileURLWithPath: $0.indexFile).absoluteString }
        for index in indexes {
            context.console.writeOutput(index + "\n")
            if arguments.has("open") { open(index, context.console) }
        }
        var watched = plan
        while arguments.has("watch") {
            stamps = try await change(since: stamps, of: watched, file, shownIn: folder)
            do {
                watched = try context.plan(file, arguments)
                stamps = Self.stamps(of: watched, file)
                let code = await show(watched, in: folder, settings, context.console)
                guard code < 128 else {
                    try? FileManager.default.removeItem(at: folder)
                    return code
                }
            } catch let diagnostics as PipelineFileError {
                // The next change may be the one that mends it.
                context.console.report(diagnostics)
            } catch let failure as PipelineFailure {
                context.console.error(failure.message.printable)
            }
        }
        return code
    }

    /// Waits until one of the files changes. A signal that comes meanwhile removes the pages and ends the process.
    private static func change(
        since stamps: [String: Date], of plan: PipelinePlan, _ file: String, shownIn folder: URL
    ) async throws -> [String: Date] {
        let signals = SignalWatch { number in
            try? FileManager.default.removeItem(at: folder)
            exit(128 + number)
        }
        defer { signals.end() }
        while true {
            try await Task.sleep(for: .milliseconds(interval))
            let now = Self.stamps(of: plan, file)
            if now != stamps { return now }
        }
    }

    private static func show(_ plan: PipelinePlan, in folder: URL, _ settings: RunSettings, _ console: Console) async -> Int32 {
        var redirected = plan.replacing(sinks: sinks(of: plan, in: folder))
        // There is no earlier output to keep.
        redirected.guards.keepsOutputsIfAllRejected = false
        return await settings.run(redirected, rejects: .none, console: console)
    }

    /// The plan's sinks for pages, each in a folder of its own.
    private static func sinks(of plan: PipelinePlan, in folder: URL) -> [SiteSink] {
        let sinks = plan.sinks.compactMap { $0.component as? SiteSink }
        return sinks.enumerated().map { index, sink in
            sink.redirected(to: sinks.count == 1 ? folder.path : folder.appendingPathComponent(String(index + 1)).path)
        }
    }

    /// When the files were last changed that the pages are made of.
    private static func stamps(of plan: PipelinePlan, _ file: String) -> [String: Date] {
        let inputs = plan.files.filter { $0.purpose == .input && !$0.isAddress }.map(\.path)
        // An input may be a pattern, and files may come that match it.
        let paths = [file] + inputs + inputs.flatMap { FilePattern($0).matches() }
        return paths.reduce(into: [:]) { stamps, path in
            stamps[path] = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
    }

    private static func open(_ address: String, _ console: Console) {
        #if os(macOS)
        let name = "open"
        #else
        let name = "xdg-open"
        #endif
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard let program = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile(atPath:)) else {
            console.warning("--open: there is no \(name) on the PATH; open the address yourself")
            return
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [address]
        // A browser may stay for hours, and the reader of our output would wait for what it prints.
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            console.warning("--open: \(name) could not be started: \(error)")
        }
    }
}
