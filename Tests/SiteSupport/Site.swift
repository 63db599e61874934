package import Foundation
import TestSupport
import Testing

/// A site that a pipeline wrote to a temporary folder.
package struct Site: ~Copyable {
    package static let root = ProjectFolder.root
    package static let sampleStudies = root.appendingPathComponent("pipelines/samples/case-studies.json")
    package static let sampleThreads = root.appendingPathComponent("pipelines/samples/threads.json")

    private let scratch: ScratchFolder
    /// The exit code of the run.
    package let code: Int32
    package let messages: String

    /// Runs a pipeline on a text.
    ///
    /// - Parameters:
    ///   - pipeline: The name of the file in `pipelines`, or a pipeline file's text with the parameters `from` and `to`.
    ///   - settings: Further `--set name=value`.
    package init(_ pipeline: String, _ json: String, settings: [String] = []) async throws {
        let scratch = try ScratchFolder()
        let input = try scratch.write(json, to: "input.json")
        let file =
            pipeline.hasPrefix("{")
            ? try scratch.write(pipeline, to: "pipeline.json") : Self.root.appendingPathComponent("pipelines/\(pipeline).json").path
        let all = ["from=\(input)", "to=\(scratch.path)/site/{{.slug}}.html"] + settings
        let outcome = try await Tabpipe.run(["run", file] + all.flatMap { ["--set", $0] })
        self.scratch = scratch
        code = outcome.code
        messages = outcome.text
    }

    /// A site of one thread.
    package init(messages: [[String: Any]], subject: String = "A thread", settings: [String] = []) async throws {
        let thread: [String: Any] = ["id": "thread", "subject": subject, "messages": messages]
        let data = try JSONSerialization.data(withJSONObject: ["conversations": [thread]])
        try await self.init("site-threads", String(decoding: data, as: UTF8.self), settings: settings)
    }

    package var folder: URL { scratch.url }
    package var index: URL { page("index") }
    package func page(_ name: String) -> URL { folder.appendingPathComponent("site/\(name).html") }

    /// The index and the page of each record, sorted by path.
    package var pages: [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("site"), includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path }
    }

    /// All pages, also those of single messages, sorted by path.
    package var files: [URL] {
        let paths = FileManager.default.subpaths(atPath: folder.appendingPathComponent("site").path) ?? []
        return paths.filter { $0.hasSuffix(".html") }.sorted().map { folder.appendingPathComponent("site/\($0)") }
    }

    package func text(_ name: String) throws -> String { try String(contentsOf: page(name), encoding: .utf8) }
}
