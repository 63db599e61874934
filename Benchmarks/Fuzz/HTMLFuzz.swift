// Built by Benchmarks/fuzz; see Benchmarks/README.md.
import Foundation

@testable import HTMLParsing
@testable import HTMLWriting
@testable import MailParsing

/// From libcmark: the reader of Markdown that the writer is held against.
@_silgen_name("cmark_markdown_to_html")
private func cmarkMarkdownToHTML(_ text: UnsafePointer<UInt8>, _ count: Int, _ options: Int32) -> UnsafeMutablePointer<CChar>

private func rendered(_ markdown: [UInt8]) -> [UInt8] {
    let html = markdown.withUnsafeBufferPointer { buffer in
        var empty: UInt8 = 0
        return withUnsafePointer(to: &empty) { cmarkMarkdownToHTML(buffer.baseAddress ?? $0, buffer.count, 0) }
    }
    defer { free(html) }
    return UnsafeBufferPointer(start: html, count: strlen(html)).map { UInt8(bitPattern: $0) }
}

/// The visible letters in order, without punctuation, list numbers and white space.
private func letters(_ document: HTMLDocument) -> String {
    String(String.UnicodeScalarView(TextWriter().string(of: document).unicodeScalars.filter { $0.properties.isAlphabetic }))
}

/// The characters in the text nodes of two documents without white space. Sorted, because parts may change their order.
private func visible(_ first: HTMLDocument, _ second: HTMLDocument) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for document in [first, second] {
        for node in document.descendants(of: document.root) where document.kind(of: node) == .text {
            scalars += document.text(of: node).unicodeScalars.filter { !$0.properties.isWhitespace }
        }
    }
    return scalars.sorted()
}

/// The entry point of libFuzzer. The first byte chooses the cut, the second one the check after parsing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count >= 2 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 2, count: count - 2))
    let whole = HTMLDocument(parsing: bytes.span)
    let html = whole.serialized()

    var parser = HTMLParser(options: HTMLParserOptions(collectsErrors: true))
    let cut = bytes.isEmpty ? 0 : Int(start[0]) % (bytes.count + 1)
    parser.feed(bytes.span.extracting(first: cut))
    parser.feed(bytes.span.extracting(droppingFirst: cut))
    // Only the whole-input initializer recognises a byte order mark.
    if !bytes.starts(with: [0xEF, 0xBB, 0xBF]) { check(parser.finish().serialized() == html, "cut at \(cut) gives another tree") }

    switch start[1] % 4 {
    case 0:
        for profile in HTMLSanitizerProfile.allCases {
            let sanitizer = HTMLSanitizer(profile: profile)
            let safe = sanitizer.sanitized(whole).serialized()
            let again = HTMLDocument(parsingFragment: safe)
            check(again.serialized() == safe, "the safe HTML reads back as something else: \(safe)")
            check(sanitizer.sanitized(again).serialized() == safe, "sanitising again changes: \(safe)")
            for node in again.descendants(of: again.root) where again.kind(of: node) == .element {
                check(again.namespace(of: node) == .html, "foreign content: \(safe)")
                check(again.tag(of: node) != .script && again.tag(of: node) != .style, "script or style: \(safe)")
                for attribute in again.attributes(of: node) {
                    check(!attribute.name.hasPrefix("on"), "a handler: \(safe)")
                    let value = attribute.value.lowercased()
                    let squeezed = String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value > 0x20 }))
                    if attribute.name == "style" {
                        for word in ["url(", "position", "expression(", "\\", "@import"] {
                            check(String(decoding: value.utf8, as: Unicode.ASCII.self).firstRange(of: word) == nil, "\(word) in a style: \(safe)")
                        }
                    }
                    if ["href", "src", "cite", "data-src"].contains(attribute.name) {
                        check(!squeezed.hasPrefix("javascript:") && !squeezed.hasPrefix("vbscript:"), "a script as an address: \(safe)")
                    }
                }
            }
        }
    case 1:
        let parts = HTMLMessageParts(whole)
        let empty = HTMLDocument()
        check(visible(parts.own, parts.quoted ?? empty) == visible(whole, empty), "splitting off quotes changed the text")
        let own = parts.ownParts()
        check(
            visible(own.ownWithoutSignature, own.signature ?? empty) == visible(own.own, empty),
            "splitting off the signature changed the text")
        _ = MessageParts(text: String(decoding: bytes, as: UTF8.self))
        _ = HTMLDocument.parse(sniffing: bytes.span)
    default:
        // Images are removed: Markdown has their alternative text, plain text does not.
        var text = whole
        for image in text.elements(tag: .img) { text.remove(image) }
        // cmark does not support tables.
        var options = MarkdownOptions()
        options.tables = .text
        let markdown = MarkdownWriter(options: options).bytes(of: text)
        let html = rendered(markdown)
        let back = HTMLDocument(parsing: html.span)
        check(
            letters(back) == letters(text),
            "text got lost:\n\(String(decoding: markdown, as: UTF8.self))\n\(letters(text))\n\(letters(back))")
    }
    return 0
}
