import JSONParsing
import SourcesRemote
import Synchronization
import TestSupport

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import Assets

/// A run of the stage assets on records in memory, with a script in place of the network.
struct AssetsRun {
    let records: [String]
    let rejects: [String]
    let warnings: [String]
    let notes: [String]
    let code: Int32
    let network: RunNetwork

    /// - Parameters:
    ///   - records: The records as JSON.
    ///   - transport: The script.
    ///   - folder: The folder that contains the folder of the images.
    ///   - name: The option folder, below that folder.
    ///   - link: The option link_as.
    ///   - places: The options that name the fields.
    ///   - more: Further options, with a comma in front.
    ///   - onError: The handling of records that fail.
    ///   - base: The URL that the records came from; nil for records of a file.
    init(
        _ records: [String], _ transport: any HTTPTransport, in folder: borrowing ScratchFolder, places: String = #""html": ["html"]"#,
        more: String = "", onError: OnError = .reject, base: BaseAddress = BaseAddress(), folder name: String = "images",
        link: String = "images/{{.name}}"
    ) async throws {
        try await self.init(
            records, transport, folderPath: folder.path, places: places, more: more, onError: onError, base: base, folder: name, link: link)
    }

    /// - Parameter folderPath: The path of the folder that contains the folder of the images.
    init(
        _ records: [String], _ transport: any HTTPTransport, folderPath: String, places: String, more: String, onError: OnError = .reject,
        base: BaseAddress = BaseAddress(), folder: String = "images", link: String = "images/{{.name}}",
        copyPrograms: CopyPrograms? = nil
    ) async throws {
        var plan = PipelinePlan(name: "test")
        let json = #"{\#(places), "folder": "\#(folderPath)/\#(folder)", "link_as": "\#(link)"\#(more)}"#
        if let copyPrograms {
            var options = try OptionReader(json: json)
            let stage = AssetsStage(options: &options, copyPrograms: copyPrograms)
            try options.check()
            plan.append(async: stage, onError: onError)
        } else {
            var registry = Registry()
            registry.addSources()
            try plan.append(stage: "assets", json: json, from: registry, onError: onError)
        }
        let network = RunNetwork(transport: transport, clock: ScriptedClock().clock())
        let kept = Mutex<(records: [String], rejects: [String])>(([], []))
        let values = try records.map { Record(try JSONValue(parsing: Array($0.utf8)), origin: Origin(base: base)) }
        let report = await plan.process(values, jobs: 3, in: RunContext(network)) { outcome in
            kept.withLock { kept in
                switch outcome {
                case .kept(let record): kept.records.append(record.value.compactText)
                case .rejected(let reject): kept.rejects.append(reject.reason)
                }
            }
        }
        (self.records, rejects) = kept.withLock { $0 }
        warnings = network.warnings
        notes = report.notes
        code = report.exitCode
        self.network = network
    }
}
