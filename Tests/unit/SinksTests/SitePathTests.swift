import Foundation
import JSONParsing
import Pipeline
import Sinks
import TestSupport
import Testing

@Suite("Paths of pages") struct SitePathTests {
    private struct Silence: RunObserver {
        func warn(_ warning: RunWarning) {}
        func reject(_ reject: Reject) {}
    }

    /// Two threads with the subject "files", the first one with a message that has a page of its own.
    private static let records = #"""
        [{"id":1,"slug":"files","subject":"Files","messages":[{"from":"ann@x.example","body":"<p>One</p>"}]},
         {"id":2,"slug":"files","subject":"Files","messages":[]}]
        """#

    @Test(
        "get a number if one of their files would be in the folder of a stage",
        arguments: [
            ("{{.slug}}.html", ["files-2.html", "files-3.html"], "files-2/m1.html"),
            ("{{.slug}}/index.html", ["files-2/index.html", "files-3/index.html"], "files-2/index/m1.html"),
            ("{{.slug}}", ["files-2", "files-3"], "files-2.messages/m1.html"),
        ])
    func numbers(_ to: String, _ pages: [String], _ message: String) async throws {
        let scratch = try ScratchFolder()
        var registry = Registry()
        registry.add(ObstructiveSource.self)
        registry.addSinks()
        let sink: JSONValue = ["type": "site", "to": .string("\(scratch.path)/out/\(to)"), "on_clash": "number"]
        let file: JSONValue = ["source": ["type": "objects", "values": .string(Self.records)], "sinks": [sink]]
        let plan = try PipelineReader.read(
            text: Array(file.compactText.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
        plan.outputPaths.protect([scratch.file("out/files").path], as: "the folder of stages[0].folder")
        let report = await PipelineRun(plan, options: PipelineRun.Options(), observer: Silence()).run()
        #expect(report.exitCode == 0)
        #expect(report.counts.written == 2)
        for page in pages { #expect(try scratch.read("out/\(page)").contains("Files"), "\(page)") }
        #expect(try scratch.read("out/\(message)").contains("One"))
    }
}
