import TestSupport
import Testing

@testable import MailParsing

@Suite("ASCII text, which is read byte by byte") struct ASCIITextTests {
    private static let pieces = [
        "a", "Bob", "1", "@", "<", ">", "(", ")", "[", "]", ":", ",", " ", "  ", "\t", "\r\n", "\r", "\n", "\u{B}", "\u{C}", "\u{1C}",
        "\u{1F}",
        "x@y.example", "mailto:a@b", "\u{7F}", "-",
    ]

    @Test("has the words, numbers and addresses that its characters have", arguments: 0..<10) func matchesCharacters(_ seed: Int) {
        var random = RandomText(seed: UInt64(seed))
        for _ in 0..<500 {
            let text = (0..<random.number(below: 12)).map { _ in Self.pieces[random.number(below: Self.pieces.count)] }.joined()
            let part = text[...]
            #expect(part.words == part.split(whereSeparator: \.isWhitespace), "\(text.debugDescription)")
            #expect(part.hasNumber == part.contains(where: \.isNumber), "\(text.debugDescription)")
            #expect(part.isBlank == part.allSatisfy(\.isWhitespace), "\(text.debugDescription)")
            let bytes = MailAddressRange.find(in: text.utf8, MailAddressRange.Mark.init)
            let characters = MailAddressRange.find(in: text, MailAddressRange.Mark.init)
            #expect(bytes?.0 == characters?.0, "\(text.debugDescription)")
            #expect(bytes?.isBracketed == characters?.isBracketed, "\(text.debugDescription)")
        }
    }
}
