import Foundation
import JSONParsing
import Stages
import TestSupport
import Testing
@testable import Pipeline

@Suite("The rejects file") struct RejectsFileTests: ~Copyable {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    private func rejectAll(to path: String, sink: MemorySink = MemorySink()) async -> RunReport {
        let stage = ClosureStage { _ in throw RecordError("never") }
        return await run(plan(NumberSource(count: 1), [.stage(stage)], [sink]), rejects: path)
    }

    static let line =
        #"{"stage":"closure","step":"stages[0]","reason":"never","origin":{"source":"numbers","item":1},"record":{"n":0}}"# + "\n"

    @Test("holds what failed, and why") func content() async throws {
        let report = await rejectAll(to: folder + "/r.jsonl")
        #expect(try String(contentsOfFile: folder + "/r.jsonl", encoding: .utf8) == Self.line)
        #expect(report.rejects == .written(path: folder + "/r.jsonl"))
        #expect(report.exitCode == 1)
    }

    @Test("may be a pipe, which stays one") func pipe() async throws {
        let path = folder + "/pipe"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let reader = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
        let report = await rejectAll(to: path)
        #expect(report.exitCode == 1)
        #expect(String(decoding: try FileDescriptor.read(from: reader.number, upTo: 4096), as: UTF8.self) == Self.line)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType != .typeRegular)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["pipe"])
    }

    @Test("has a lock only where a file appears", arguments: [("-", false), ("/dev/null", false), ("r.jsonl", true)])
    func lock(_ path: String, _ isLocked: Bool) {
        #expect((OutputLockPath(file: path, shown: path) != nil) == isLocked)
    }

    @Test("may be a link, which stays one") func link() async throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "target")
        #expect(await rejectAll(to: folder + "/link").exitCode == 1)
        #expect(try String(contentsOfFile: folder + "/target", encoding: .utf8) == Self.line)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link") == "target")
    }

    @Test("cannot be standard output, where the records go") func dash() async {
        let sink = MemorySink(appearsWhole: true)
        let report = await rejectAll(to: "-", sink: sink)
        #expect(
            report.failure as? PipelineFailure
                == PipelineFailure(.cannotCreate, "rejected records cannot go to standard output; name a file for them"))
        #expect(!FileManager.default.fileExists(atPath: "-"))
        #expect(!sink.hasCommitted, "rejected records must not be lost while the others appear")
    }

    @Test("that cannot be put in place keeps the outputs from appearing") func unwritable() async throws {
        let path = folder + "/r.jsonl"
        let sink = MemorySink(appearsWhole: true)
        let source = ClosureSource { output in
            try await output.refuse(RefusedInput("x", because: "bad", origin: Origin(item: 1)))
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try await output.send(["n": 1])
        }
        let report = await run(plan(source, [], [sink]), rejects: path)
        #expect(report.exitCode == 73)
        #expect(!sink.hasCommitted)
        #expect(report.counts.line == "read 2 = written 0 + filtered 0 + rejected 1 + unfinished 1")
    }
}
