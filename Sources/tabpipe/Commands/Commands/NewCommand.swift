internal import Foundation
internal import Pipeline

/// `tabpipe new`
struct NewCommand: Command {
    static let name = "new"
    static let summary = "Writes a pipeline file to start from, or prints it where no FILE is named."
    static let examples = ["tabpipe new my-own.json"]
    private let file: String?

    /// A pipeline file to start from.
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

    init(arguments: inout ArgumentReader) {
        file = arguments.optionalFile()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        if let file, Output(file) != .standardOutput {
            try Self.write(Self.template, to: file)
            context.console.info("\(file.printable) is written; tabpipe run \(file.printable)")
        } else {
            context.console.writeOutput(Self.template)
        }
        context.console.info(
            #"It reads items.json beside it, which you supply: {"items": [{"title": "A First Item"}]}; or give another one with --set from=…"#
        )
        return ExitCode.done
    }

    /// Creates a file.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`, also if the path exists.
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
