// Built by Benchmarks/fuzz; see Benchmarks/README.md.
import ArticleReading
import HTMLParsing

/// The number of each letter in the texts of a document and, unless `textAlone`, in its attribute values: an article has its words from
/// there.
private func letters(_ document: HTMLDocument, textAlone: Bool) -> [Unicode.Scalar: Int] {
    var counts: [Unicode.Scalar: Int] = [:]
    func count(_ text: String) {
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic { counts[scalar, default: 0] += 1 }
    }
    for node in document.descendants(of: document.root) {
        switch document.kind(of: node) {
        case .text: count(document.text(of: node))
        case .element where !textAlone: for attribute in document.attributes(of: node) { count(attribute.value) }
        default: break
        }
    }
    return counts
}

/// The entry point of libFuzzer. The first byte chooses what stays beside the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count >= 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let page = HTMLDocument(parsing: bytes.span)
    let article = ArticleReader(keeps: ArticleParts(rawValue: Int(start[0]) & 31)).read(page)
    for field in ArticleField.allCases {
        guard let finding = article.metadata[field] else { continue }
        check(!finding.values.isEmpty && !finding.place.isEmpty, "\(field) has a finding without values or place")
        check(finding.values.allSatisfy { $0.utf8.count <= 4000 * 4 }, "\(field) is too long")
    }
    check(article.wordCount >= 0, "the number of words")
    guard let content = article.content else { return 0 }
    let available = letters(page, textAlone: false)
    for (letter, number) in letters(content, textAlone: true) {
        check(number <= available[letter, default: 0], "the content has \(letter) more often than the page")
    }
    _ = ArticleReader().read(content)
    return 0
}
