internal import Pipeline

/// `tabpipe new`
struct NewCommand: Command {
    static let name = "new"
    static let group = CommandGroup.make
    static let summary = "Writes a pipeline file to start from, or prints it where no FILE is named."
    static let details: String? =
        "A template is a file for one of the main jobs: `markdown` for articles, `threads` for mail, `site` for pages, `api` for a web API. "
        + "For static sites, `wordpress` and `feed` read an export or a feed, `markdown-site` a folder of Markdown files, and `contentful`, "
        + "`notion`, `sanity`, `strapi` and `ghost` the API of a content system. Without a template, the file is short. `new plugin NAME` "
        + "writes the Swift package of a program with a stage of its own into a new folder NAME. No form replaces anything."
    static let examples = [
        "tabpipe new my-own.json", "tabpipe new markdown articles.json", "tabpipe new wordpress blog.json", "tabpipe new api",
        "tabpipe new plugin mypipe",
    ]
    private let file: String?
    private let template: PipelineTemplate?
    private let plugin: PluginPackage?

    init(arguments: inout ArgumentReader) {
        let words = arguments.newFile(keyword: "plugin")
        let tabpipe = arguments.optionalPath(
            "tabpipe", value: "PATH", default: PluginPackage.defaultTabpipe,
            help: "The folder of tabpipe for `new plugin`.")
        file = words.file
        template = words.template
        plugin = words.name.map { PluginPackage(name: $0, tabpipe: tabpipe ?? PluginPackage.defaultTabpipe) }
        if words.name == nil, tabpipe != nil { arguments.complain("--tabpipe is only for `new plugin NAME`") }
        if let file, file.split(separator: "/").last.map(String.init) == PipelineTemplate.input {
            arguments.complain("the pipeline reads \(PipelineTemplate.input); choose another name for FILE")
        }
        if tabpipe == "" { arguments.complain("--tabpipe wants PATH, found \"\"") }
        guard let name = words.name else { return }
        do throws(UsageError) {
            try PluginName.check(name)
        } catch {
            arguments.complain(error.message)
        }
    }

    func run(in context: CommandContext) async throws -> Int32 {
        if let plugin { return try write(plugin, context.console) }
        let content = template?.content ?? PipelineTemplate.plain
        if let file, Output(file) != .standardOutput {
            try NewFile.write(content.text, to: file)
            context.console.info("\(file.printable) is written; tabpipe run \(file.printable)")
        } else {
            context.console.writeOutput(content.text)
        }
        context.console.info(content.note)
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
