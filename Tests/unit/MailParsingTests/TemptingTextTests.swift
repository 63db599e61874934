import HTMLParsing
import MailParsing
import TestSupport
import Testing

@Suite("Messages that look as if something were quoted or signed") struct TemptingTextTests {
    @Test("keep every word, with and without signatures", arguments: TemptingTexts.all)
    func whole(_ example: QuoteExample) {
        if example.body.hasPrefix("<") {
            expectWhole(page: example.body)
            return
        }
        let parts = MessageParts(text: example.body)
        #expect(parts.own == example.body)
        #expect(parts.quoted == nil)
        #expect(parts.ownWithoutSignature == example.body)
        // The same lines as mail programs write them in HTML.
        let lines = example.body.split(separator: "\n", omittingEmptySubsequences: false).map { escapedForHTML(String($0)) }
        expectWhole(page: lines.joined(separator: "<br>"))
        expectWhole(page: lines.map { "<div>\($0.isEmpty ? "<br>" : $0)</div>" }.joined())
        expectWhole(page: "<p>" + lines.joined(separator: "<br>").replacing("<br><br>", with: "</p><p>") + "</p>")
    }

    private func expectWhole(page body: String) {
        let page = HTMLDocument(parsingFragment: body)
        let parts = HTMLMessageParts(page)
        #expect(parts.quoted == nil, "\(body)")
        #expect(parts.ownParts().ownWithoutSignature.serialized() == page.serialized(), "\(body)")
    }

    @Test("keep every word wherever they are cut", arguments: TemptingTexts.languages.map(\.texts) + [TemptingTexts.introductions])
    func cutAnywhere(_ texts: [String]) {
        for text in texts where !text.hasPrefix("<") {
            for count in 0...text.utf8.count {
                let bytes = text.utf8.prefix(count)
                let start = String(decoding: bytes, as: UTF8.self)
                #expect(MessageParts(text: start).quoted == nil, "\(start)")
            }
        }
    }
}
