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
            for text in [parts, "\u{995}" + parts, "a\u{301}\u{323}" + parts, parts + parts] {
                let whole = text.precomposedStringWithCanonicalMapping
                if Array(UnicodeNormalization.composed(text).unicodeScalars) != Array(whole.unicodeScalars) {
                    different.append(String(code, radix: 16))
                }
            }
        }
        #expect(different == [])
    }
}
