import Foundation
import JSONParsing
import Pipeline
import Synchronization
import TestSupport
import Testing

@testable import ExternalPrograms

@Suite("A plug-in of describe", .startsOnIdlePool, .timeLimit(.minutes(5))) struct PlugInTests {
    /// Processes records by the stage of a plug-in, as its first line names it.
    private static func check(_ plugIn: String) async throws {
        let folder = try ScratchFolder()
        let words = try #require(plugIn.firstMatch(of: /^(?:#|\/\/) (\S+): (.*)\n/))
        let file = String(words.1)
        try folder.write(plugIn, to: file)
        let options = String(words.2).replacing("\"type\": \"exec\", ", with: "").replacing(file, with: folder.file(file).path)
        var plan = PipelinePlan(name: "p")
        plan.append(stream: try ExecStage(json: options))
        plan.allowsPrograms = true
        let records = (1...2000).map { Record(["id": .number(JSONNumber($0)), "title": .string($0 % 2 == 0 ? "tea \($0)" : "")]) }
        let kept = Mutex<[JSONValue]>([])
        let report = await plan.process(records, jobs: 2) { outcome in
            if case .kept(let record) = outcome { kept.withLock { $0.append(record.value) } }
        }
        #expect(report.failure == nil && report.counts.filtered == 1000 && report.counts.written == 1000)
        let expected = (1...1000).map { ["id": .number(JSONNumber(2 * $0)), "title": .string("TEA \(2 * $0)")] as JSONValue }
        #expect(kept.withLock { $0 } == expected)
    }

    @Test("in Python works as it stands there", .needs(InstalledProgram.isThere("python3"), "needs python3")) func python() async throws {
        try await Self.check(PlugInExamples.python)
    }

    @Test("in JavaScript works as it stands there", .needs(InstalledProgram.isThere("node"), "needs node")) func javascript() async throws {
        try await Self.check(PlugInExamples.javascript)
    }

    @Test("in shell works as it stands there", .needs(InstalledProgram.isThere("jq"), "needs jq")) func shell() async throws {
        try await Self.check(PlugInExamples.shell)
    }

    @Test("runs only with permission") func permission() async throws {
        var plan = PipelinePlan(name: "p")
        plan.append(stream: try ExecStage(json: #"{"command": ["touch", "never\u001b"]}"#))
        let report = await plan.process([Record([:])]) { _ in }
        #expect(
            report.failure as? PipelineFailure
                == PipelineFailure(
                    .configurationWrong,
                    "stages[0] starts [\"touch\",\"never\u{241B}\"]: a run may start programs of this machine only with --allow-exec (in code: "
                        + "allowsPrograms)"))
    }
}
