@testable import ArticleReading
import Testing

@Suite("The matcher of words") struct WordMatcherTests {
    private static let matcher = WordMatcher([(.text, "post _end_ he she hers"), (.other, "_ad_ poster")])

    @Test(
        "finds words, with places between words where these are asked for",
        arguments: [
            ("post", .text), ("POST-body", .text), ("compost", .text), ("poster", [.text, .other]), ("end", .text),
            ("the-end", .text),
            ("ends", []), ("ad", .other), ("top-ad_1", .other), ("ad1", []), ("bad", []), ("éad", []), ("", []), ("ushers", .text),
            ("hr", []),
        ] as [(String, PageWords)])
    func groups(_ text: String, _ groups: PageWords) {
        let bytes = Array(text.utf8)
        #expect(Self.matcher.groups(in: bytes, 0..<bytes.count) == groups)
    }

    @Test(
        "finds the words of classes",
        arguments: [("article-body", .container), ("kommentare", .comments), ("share", .share)] as [(String, PageWords)])
    func page(_ text: String, _ group: PageWords) {
        let bytes = Array(text.utf8)
        #expect(PageWords.matcher.groups(in: bytes, 0..<bytes.count).contains(group))
    }
}
