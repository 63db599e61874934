internal import Pipeline

/// `tabpipe new`
enum NewCommand: Command {
    static let name = "new"
    static let summary = "Prints a pipeline file to start from."
    static let operands = Operands.none
    static let options: [CommandOption] = []

    static let template = """
        {
          "name": "my-pipeline",
          "description": "What it is for.",
          "parameters": { "from": { "default": "items.json", "help": "a file, '-' or an http(s) URL" } },
          "source": { "type": "json", "from": { "$param": "from" }, "items": ".items[]" },
          "stages": [
            { "type": "filter", "where": ".title != null" },
            { "type": "set", "fields": { "slug": ".title | ascii_downcase | gsub(\\"[^a-z0-9]+\\"; \\"-\\") | ltrimstr(\\"-\\") | rtrimstr(\\"-\\")" } }
          ],
          "sinks": [ { "type": "jsonl", "to": "-" } ]
        }

        """

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        context.console.writeOutput(template)
        context.console.info(
            #"It reads items.json beside it, which you supply: {"items": [{"title": "A First Item"}]}; or give another one with --set from=…"#
        )
        return ExitCode.done
    }
}
