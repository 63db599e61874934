import Foundation
import JSONParsing
import Pipeline
import Sinks
import Synchronization
import TestSupport
import Testing

@testable import SourcesMail

/// The records, warnings, rejects and the end of a run of a source that reads files of a folder.
struct MailRun {
    let records: [JSONValue]
    let warnings: [String]
    /// The inputs of the warnings, each once.
    let places: [String]
    /// The messages of rejected inputs.
    let rejects: [String]
    /// The message of the failure; nil for a run that ended well.
    let failure: String?

    private final class Observer: RunObserver {
        let warnings = Mutex<[RunWarning]>([])
        let rejects = Mutex<[String]>([])

        func warn(_ warning: RunWarning) { warnings.withLock { $0.append(warning) } }
        func reject(_ reject: Reject) { rejects.withLock { $0.append(reject.reason) } }
    }

    /// Runs a source.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - options: Its options as JSON. In them, `FOLDER` stands for the path of the folder.
    ///   - files: The files of the folder, by their paths.
    init(_ source: String, _ options: String, files: [String: String]) async throws {
        try await self.init(source, options, bytes: files.mapValues { Array($0.utf8) })
    }

    /// - Parameter files: The files of the folder in bytes, by their paths.
    init(_ source: String, _ options: String, bytes files: [String: [UInt8]]) async throws {
        let folder = try ScratchFolder()
        for (name, bytes) in files {
            let file = folder.file(name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        var registry = Registry()
        registry.addMailSources()
        registry.addSinks()
        let path = folder.path
        var plan = try PipelinePlan(
            name: "test", source: source, json: options.replacingOccurrences(of: "FOLDER", with: path), from: registry)
        try plan.append(sink: "jsonl", json: #"{"to": "\#(path)/out.jsonl"}"#, from: registry)
        let observer = Observer()
        let report = await plan.run(jobs: 2, observer: observer)
        failure = report.failure.map { $0.message.replacingOccurrences(of: path + "/", with: "") }
        warnings = observer.warnings.withLock { $0 }.map { $0.text.replacingOccurrences(of: path + "/", with: "") }
        places = Set(observer.warnings.withLock { $0 }.map { $0.origin.source.replacingOccurrences(of: path + "/", with: "") }).sorted()
        rejects = observer.rejects.withLock { $0 }.map { $0.replacingOccurrences(of: path + "/", with: "") }
        let text = failure == nil ? try folder.read("out.jsonl") : ""
        records = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// The values of a field as JSON.
    func values(_ field: String) throws -> [String] { try records.map { try $0.member(field)?.compactText ?? "missing" } }
}
