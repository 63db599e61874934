internal import Pipeline

/// `tabpipe new`
struct NewCommand: Command {
    static let name = "new"
    static let summary = "Writes a pipeline file to start from, or prints it where no FILE is named."
    static let details: String? =
        "`new plugin NAME` writes the Swift package of a program with a stage of its own into a new folder NAME. Neither form replaces anything."
    static let examples = ["tabpipe new my-own.json", "tabpipe new plugin mypipe"]
    private let file: String?
    private let plugin: PluginPackage?

    /// A pipeline file to start from.
    static let template = """
        {
          "name": "my-pipeline",
          "description": "What it is for.",
          "parameters": { "from": { "default": "items.json", "help": "a file, '-' or an http(s) URL" } },
          "source": { "type": "json", "from": { "$param": "from" }, "items": ".items[]" },
          "stages": [
            { "type": "filter", "where": ".title != null" },
            { "type": "set", "fields": { "slug": ".title | slug" } }
          ],
          "sinks": [ { "type": "jsonl", "to": "-" } ]
        }

        """

    init(arguments: inout ArgumentReader) {
        let (file, name) = arguments.optionalFile(orNameAfter: "plugin")
        let tabpipe = arguments.optionalPath(
            "tabpipe", value: "PATH", default: PluginPackage.defaultTabpipe,
            help: "The folder of tabpipe for `new plugin`.")
        self.file = file
        plugin = name.map { PluginPackage(name: $0, tabpipe: tabpipe ?? PluginPackage.defaultTabpipe) }
        if name == nil, tabpipe != nil { arguments.complain("--tabpipe is only for `new plugin NAME`") }
        if tabpipe == "" { arguments.complain("--tabpipe wants PATH, found \"\"") }
        guard let name else { return }
        do throws(UsageError) {
            try PluginName.check(name)
        } catch {
            arguments.complain(error.message)
        }
    }

    func run(in context: CommandContext) async throws -> Int32 {
        if let plugin { return try write(plugin, context.console) }
        if let file, Output(file) != .standardOutput {
            try NewFile.write(Self.template, to: file)
            context.console.info("\(file.printable) is written; tabpipe run \(file.printable)")
        } else {
            context.console.writeOutput(Self.template)
        }
        context.console.info(
            #"It reads items.json beside it, which you supply: {"items": [{"title": "A First Item"}]}; or give another one with --set from=…"#
        )
        return ExitCode.done
    }

    private func write(_ plugin: PluginPackage, _ console: Console) throws -> Int32 {
        try plugin.write()
        let name = plugin.name
        console.info("\(name) is written; cd \(name) && swift test && swift run \(name) run \(PluginPackage.pipelineFile)")
        if !plugin.hasTabpipe {
            console.info(
                "The folder \(plugin.tabpipe.printable) holds no package: put tabpipe there, or change the path in Package.swift"
            )
        }
        return ExitCode.done
    }
}
