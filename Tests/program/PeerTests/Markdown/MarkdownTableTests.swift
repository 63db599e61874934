import Foundation
import HTMLParsing
import TestSupport
import Testing

@Suite("Tables read by cmark-gfm", .needs(MarkdownReader.areInstalled, "needs cmark and cmark-gfm")) struct MarkdownTableTests {
    private static let folder = ProjectFolder.root.appendingPathComponent("Tests/unit/HTMLWritingTests/Tables")

    @Test("have the cells of the HTML in its rows, but for layout, what is hidden, and a foot that stands first") func cells() async throws
    {
        let reader = try #require(MarkdownReader.gitHub)
        var other: [String] = []
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".in.html") }.sorted()
        for file in files {
            let name = String(file.dropLast(8))
            let html = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
            let markdown = try String(contentsOf: Self.folder.appendingPathComponent("\(name).out.md"), encoding: .utf8)
            if try await rows(HTMLDocument(parsing: reader.html(markdown))) != rows(HTMLDocument(parsing: html)) { other.append(name) }
        }
        #expect(files.count > 60)
        #expect(
            other == [
                "code-blocks-in-cells", "comments-and-scripts", "data-in-a-layout", "foot-in-front", "headings-in-cells", "hidden-row",
                "line-numbers", "mail-button", "mail-columns", "mail-layout", "mail-spacer-cells", "nested-in-a-data-table",
                "one-column-with-header",
                "one-column", "one-row",
            ])
    }

    /// The letters and digits of each cell, by rows; cells without any are left out, as spans have them in Markdown alone.
    private func rows(_ document: HTMLDocument) -> [[String]] {
        document.elements(tag: .tr).map { row in
            document.children(of: row).compactMap { cell in
                let texts = document.descendants(of: cell).filter { document.kind(of: $0) == .text }.map { document.text(of: $0) }
                let text = texts.joined().precomposedStringWithCompatibilityMapping.filter { $0.isLetter || $0.isNumber }
                return text.isEmpty ? nil : text
            }
        }
        .filter { !$0.isEmpty }
    }
}
