import Commands
import Foundation
import Pipeline
import TestSupport
import Testing

/// A site that a pipeline of the project wrote, in a folder that is gone when the test is over.
struct Site: ~Copyable {
    static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
    static let sampleStudies = root.appendingPathComponent("pipelines/samples/case-studies.json")
    static let sampleThreads = root.appendingPathComponent("pipelines/samples/threads.json")

    let folder: URL
    /// The exit code of the run.
    let code: Int32
    let messages: String

    /// Runs a pipeline on a text.
    ///
    /// - Parameters:
    ///   - pipeline: The name of the file in `pipelines`, or a pipeline file's text with the parameters `from` and `to`.
    ///   - settings: Further `--set name=value`.
    init(_ pipeline: String, _ json: String, settings: [String] = []) async throws {
        (folder, code, messages) = try await Self.run(pipeline, json, settings)
    }

    private static func run(_ pipeline: String, _ json: String, _ settings: [String]) async throws -> (URL, Int32, String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let input = folder.appendingPathComponent("input.json")
        try Data(json.utf8).write(to: input)
        let log = folder.appendingPathComponent("log.txt")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        let own = folder.appendingPathComponent("pipeline.json")
        if pipeline.hasPrefix("{") { try Data(pipeline.utf8).write(to: own) }
        let file = pipeline.hasPrefix("{") ? own.path : root.appendingPathComponent("pipelines/\(pipeline).json").path
        let all = ["from=\(input.path)", "to=\(folder.path)/site/{{.slug}}.html"] + settings
        let code = await TabpipeProgram.run(
            ["run", file] + all.flatMap { ["--set", $0] }, registry: .standard, output: handle.fileDescriptor,
            messages: handle.fileDescriptor)
        return (folder, code, try String(contentsOf: log, encoding: .utf8))
    }

    /// A site of one thread.
    init(messages: [[String: Any]], subject: String = "A thread", settings: [String] = []) async throws {
        let thread: [String: Any] = ["id": "thread", "subject": subject, "messages": messages]
        let data = try JSONSerialization.data(withJSONObject: ["conversations": [thread]])
        try await self.init("site-threads", String(decoding: data, as: UTF8.self), settings: settings)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var index: URL { page("index") }
    func page(_ name: String) -> URL { folder.appendingPathComponent("site/\(name).html") }

    /// All pages, in the order of their names.
    var pages: [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("site"), includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }

    func text(_ name: String) throws -> String { try String(contentsOf: page(name), encoding: .utf8) }
}
