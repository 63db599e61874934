import Foundation
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

/// The pairs of files in Tables: NAME.in.html, and NAME.out.md, which was checked by eye and with cmark-gfm.
@Suite("Tables of mails and pages") struct TableFileTests {
    private static let folder = ProjectFolder.root.appendingPathComponent("Tests/unit/HTMLWritingTests/Tables")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".in.html") }.map { String($0.dropLast(8)) }.sorted()
    }()

    @Test("are the Markdown of their file", arguments: names) func writes(_ name: String) throws {
        let html = try String(contentsOf: Self.folder.appendingPathComponent("\(name).in.html"), encoding: .utf8)
        let expected = try String(contentsOf: Self.folder.appendingPathComponent("\(name).out.md"), encoding: .utf8)
        #expect(markdown(html) + "\n" == expected)
    }

    @Test("are all there") func complete() { #expect(Self.names.count == 71) }
}
