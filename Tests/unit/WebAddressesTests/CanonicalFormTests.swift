import Foundation
import Testing

import WebAddresses

@Suite("The canonical composition") struct CanonicalFormTests {
    @Test("of every character is that of Unicode, alone and behind a letter") func characters() {
        var different: [String] = []
        for code in (0xC0...0x1_FFFF as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(code), !(0xAC00...0xD7A3).contains(code) || code % 97 == 0 else { continue }
            let parts = String(Character(scalar)).decomposedStringWithCanonicalMapping
            guard parts.unicodeScalars.first != scalar else { continue }
            for text in [String(Character(scalar)), parts, "\u{995}" + parts, "a\u{301}\u{323}" + parts, parts + parts] {
                let whole = text.precomposedStringWithCanonicalMapping
                if Array(UnicodeNormalization.composed(text).unicodeScalars) != Array(whole.unicodeScalars) {
                    different.append(String(code, radix: 16))
                }
            }
        }
        #expect(different == [])
    }

    @Test(
        "replaces characters that stand for one other",
        arguments: [
            ("\u{212B}", "\u{C5}"), ("\u{2126}hm", "\u{3A9}hm"), ("\u{212A}", "K"), ("a\u{340}", "\u{E0}"), ("\u{1F71}\u{345}", "\u{1FB4}"),
            ("\u{F900}\u{F901}", "\u{8C48}\u{66F4}"), ("\u{2FA1D}", "\u{2A600}"), ("\u{37E}", ";"), ("\u{2000}", "\u{2002}"),
        ])
    func singles(_ text: String, _ composed: String) {
        #expect(Array(UnicodeNormalization.composed(text).unicodeScalars) == Array(composed.unicodeScalars))
    }
}
