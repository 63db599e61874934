import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Pages beside the files of a stage") struct StagedImageTests {
    /// An image of 48 × 24 pixels.
    static let image =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAYCAAAAACZliEAAAAAEklEQVR42mNgGAWjYBSMgsEFAASYAAEaEAwlAAAAAElFTkSuQmCC"

    @Test("have the sizes of its images in the first run, so that the second one changes nothing", arguments: ["out", "./out"])
    func sizes(folder: String) async throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            #"""
            { "source": { "type": "json", "from": "-" },
              "stages": [ { "type": "assets", "fields": [".hero_image"], "folder": "FOLDER/images", "link_as": "images/{{.name}}" } ],
              "sinks": [ { "type": "site", "to": "out/{{.title}}.html", "title": "Studies" } ] }
            """#.replacing("FOLDER", with: folder), to: "p.json")
        let record = #"{"title": "One", "teaser": "T", "hero_image": "IMAGE", "html": "<p>Text</p>"}"#.replacing("IMAGE", with: Self.image)
        let first = try await Program.run(["run", file], input: record, in: scratch.url)
        #expect(first.messages.contains("/out: 2 files written, 0 unchanged"), "\(first.messages)")
        let index = try String(contentsOf: scratch.url.appendingPathComponent("out/index.html"), encoding: .utf8)
        #expect(index.contains(#"width="48" height="24""#))
        let second = try await Program.run(["run", file], input: record, in: scratch.url)
        #expect(second.messages.contains("/out: 0 files written, 2 unchanged"), "\(second.messages)")
    }
}
