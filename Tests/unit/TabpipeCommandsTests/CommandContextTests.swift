import Foundation
import Pipeline
import Testing

@testable import TabpipeCommands

@Suite("The files of a command") struct CommandContextTests {
    private static let noParameter = #"error: --set names "form", but the file has no such parameter; did you mean "from"?"#
    private static let noVariable = "NO_SUCH_VARIABLE"

    @Test(
        "are reported with a wrong name of --set, whatever else is wrong",
        arguments: [
            (#"{"parameters":{"from":{}},"stages":[],"name":{"$param":"from"}}"#, [noParameter, #"the parameter "from" has no value"#]),
            (#"{"parameters":{"from":{"default":"x"}},"stages":[],"name":{"$env":"NO_SUCH_VARIABLE"}}"#, [noParameter, noVariable]),
            (#"{"parameters":{"form":{}},"stages":[],"name":{"$env":"NO_SUCH_VARIABLE"}}"#, [noVariable]),
            ("{", ["error"]),
        ])
    func wrongName(_ text: String, _ messages: [String]) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        for isList in [false, true] {
            let pipe = Pipe()
            let console = Console(environment: [:], messages: pipe.fileHandleForWriting.fileDescriptor)
            let context = CommandContext(registry: Registry(), console: console)
            let needsStagesOnly: (inout PipelineSettings) -> Void = { $0.needsSourceAndSinks = false }
            do {
                if isList {
                    _ = try context.plans([file], parameters: ["form": "x"], change: needsStagesOnly)
                } else {
                    _ = try context.plan(file, parameters: ["form": "x"], change: needsStagesOnly)
                }
                Issue.record("the file has no error")
            } catch let error as PipelineFileError {
                console.report(error)
            } catch let error as ReportedError {
                #expect(error.exitCode == 78)
            }
            try pipe.fileHandleForWriting.close()
            let found = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            for message in messages { #expect(found.contains(message), "\(found)") }
            #expect(found.contains("--set names") == messages.contains(Self.noParameter), "\(found)")
        }
    }
}
