internal import Foundation
internal import Pipeline

/// `tabpipe new`
enum NewCommand: Command {
    static let name = "new"
    static let summary = "Writes a pipeline file to start from, or prints it where no FILE is named."
    static let examples = ["tabpipe new my-own.json"]
    static let operands = Operands(synopsis: "[FILE]", count: 0...1, areFiles: true)
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
        if let file = arguments.operands.first, Output(file) != .standardOutput {
            try write(template, to: file)
            context.console.info("\(file.printable) is written; tabpipe run \(file.printable)")
        } else {
            context.console.writeOutput(template)
        }
        context.console.info(
            #"It reads items.json beside it, which you supply: {"items": [{"title": "A First Item"}]}; or give another one with --set from=…"#
        )
        return ExitCode.done
    }

    /// Writes a file that is not there yet.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`, also where anything stands at the path.
    private static func write(_ text: String, to file: String) throws {
        do throws(SystemError) {
            let output = try FileDescriptor(opening: file, flags: O_WRONLY | O_CREAT | O_EXCL)
            try output.write(Array(text.utf8).span)
        } catch {
            let reason = error.code == EEXIST ? "it exists already, and is not replaced" : error.reason
            throw PipelineFailure(error.outputFailure, "\(file.printable) cannot be written: \(reason)")
        }
    }
}
