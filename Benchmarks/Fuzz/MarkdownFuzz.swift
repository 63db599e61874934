// Built by Benchmarks/fuzz; see Benchmarks/README.md.
import Foundation

@testable import HTMLParsing
@testable import HTMLWriting
@testable import MarkdownParsing

/// From libcmark: the reference implementation, with raw HTML.
@_silgen_name("cmark_markdown_to_html")
private func cmarkMarkdownToHTML(_ text: UnsafePointer<UInt8>, _ count: Int, _ options: Int32) -> UnsafeMutablePointer<CChar>
private let cmarkUnsafe: Int32 = 1 << 17

private func rendered(_ markdown: [UInt8]) -> HTMLDocument {
    let html = markdown.withUnsafeBufferPointer { buffer in
        var empty: UInt8 = 0
        return withUnsafePointer(to: &empty) { cmarkMarkdownToHTML(buffer.baseAddress ?? $0, buffer.count, cmarkUnsafe) }
    }
    defer { free(html) }
    // In the line end behind the last block, an element that is not closed would be opened again.
    let text = String(cString: html)
    return HTMLDocument(parsingFragment: text.hasSuffix("\n") ? String(text.dropLast()) : text)
}

/// The elements with their depths, and the text without white space.
private func outline(_ document: HTMLDocument) -> String {
    var lines: [String] = []
    var text = ""
    func endText() {
        if !text.isEmpty { lines.append(text) }
        text = ""
    }
    for node in document.descendants(of: document.root) {
        switch document.kind(of: node) {
        case .text: text += String(String.UnicodeScalarView(document.text(of: node).unicodeScalars.filter { !$0.properties.isWhitespace }))
        case .element:
            endText()
            var path = 0
            var parent = document.parent(of: node)
            while let one = parent { (path, parent) = (path + 1, document.parent(of: one)) }
            lines.append("\(path) \(document.name(of: node))")
        default: break
        }
    }
    endText()
    return lines.joined(separator: "\n")
}

/// The visible letters in order, without punctuation, list numbers and white space.
private func letters(_ document: HTMLDocument) -> String {
    String(String.UnicodeScalarView(TextWriter().string(of: document).unicodeScalars.filter { $0.properties.isAlphabetic }))
}

/// Whether libcmark 0.30 and CommonMark 0.31.2 agree about a text: symbols beyond ASCII, `<!` and the new names of blocks differ. Dashes
/// below definitions alone are a rule, as for commonmark.js; libcmark takes them for text. After several backticks,
/// libcmark misses some code spans.
private func isSameInBothVersions(_ bytes: [UInt8]) -> Bool {
    guard bytes.allSatisfy({ $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A || $0 == 0x09) }) else { return false }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    let hasDashes = text.split(separator: "\n").contains { $0.contains("-") && $0.allSatisfy { " \t>-".contains($0) } }
    if hasDashes, text.contains("]:") { return false }
    return !["<!", "<search", "</search", "source", "textarea", "``"].contains { text.contains($0) }
}

/// The entry point of libFuzzer. The first byte chooses the check.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count >= 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    _ = try? MarkdownFrontMatter.read(bytes.span)
    _ = MarkdownDetection.isSurelyMarkdown(bytes.span)
    switch start[0] % 3 {
    case 0:
        let document = HTMLDocument(parsingMarkdown: bytes.span, as: .commonMark)
        guard isSameInBothVersions(bytes) else { return 0 }
        let (own, reference) = (outline(document), outline(rendered(bytes)))
        check(own == reference, "another tree than cmark's:\n\(own)\n--\n\(reference)")
    case 1:
        var document = HTMLDocument(parsingMarkdown: bytes.span)
        for image in document.elements(tag: .img) { document.remove(image) }
        let markdown = MarkdownWriter().string(of: document)
        let again = HTMLDocument(parsingMarkdown: markdown)
        check(letters(again) == letters(document), "text got lost:\n\(markdown)\n\(letters(document))\n\(letters(again))")
    default:
        let syntax = MarkdownSyntax(math: true, definitionLists: true)
        _ = HTMLDocument(parsingMarkdown: bytes.span, as: syntax).serialized()
    }
    return 0
}
