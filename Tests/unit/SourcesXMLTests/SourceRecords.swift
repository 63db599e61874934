import Foundation
import JSONParsing
import Pipeline
import Sinks
import Synchronization
import TestSupport
import Testing

@testable import SourcesXML

/// The records, warnings and the end of a run of a source that reads files of a folder.
struct SourceRecords {
    let records: [JSONValue]
    let warnings: [String]
    /// The warnings that even a quiet run shows.
    let urgentWarnings: [String]
    /// The message of the failure; nil for a run that ended well.
    let failure: String?

    private final class Observer: RunObserver {
        let warnings = Mutex<[RunWarning]>([])

        func warn(_ warning: RunWarning) { warnings.withLock { $0.append(warning) } }
        func reject(_ reject: Reject) {}
    }

    /// Runs a source.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - options: Its options as JSON. In them, `FOLDER` stands for the path of the folder.
    ///   - files: The files of the folder, by their names.
    init(_ source: String, _ options: String, files: [String: [UInt8]]) async throws {
        let folder = try ScratchFolder()
        for (name, bytes) in files { try Data(bytes).write(to: folder.file(name)) }
        var registry = Registry()
        registry.addXMLSources()
        registry.addSinks()
        let path = folder.path
        var plan = try PipelinePlan(
            name: "test", source: source, json: options.replacingOccurrences(of: "FOLDER", with: path), from: registry)
        try plan.append(sink: "jsonl", json: #"{"to": "\#(path)/out.jsonl"}"#, from: registry)
        let observer = Observer()
        let report = await plan.run(jobs: 2, observer: observer)
        failure = report.failure.map { $0.message.replacingOccurrences(of: path + "/", with: "") }
        let all = observer.warnings.withLock { $0 }
        warnings = all.map { $0.text.replacingOccurrences(of: path + "/", with: "") }
        urgentWarnings = all.filter(\.mayMissRecords).map { $0.text.replacingOccurrences(of: path + "/", with: "") }
        let text = failure == nil ? try folder.read("out.jsonl") : ""
        records = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    init(_ source: String, _ options: String, _ name: String, _ text: String) async throws {
        try await self.init(source, options, files: [name: Array(text.utf8)])
    }

    /// The records as JSON, one a line.
    var text: String { records.map(\.compactText).joined(separator: "\n") }
}
