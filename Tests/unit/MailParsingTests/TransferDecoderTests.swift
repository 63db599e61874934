import TestSupport
import Testing

@testable import MailParsing

@Suite("Transfer encodings and flowed text") struct TransferDecoderTests {
    struct Example: CustomTestStringConvertible {
        let name: String
        let encoding: TransferDecoder.Encoding
        let text: String
        let decoded: String
        var hasFaults = false
        var testDescription: String { name }
    }

    private static let examples = [
        Example(name: "RFC 2045 6.7: escapes", encoding: .quotedPrintable, text: "Gr=C3=BCn =3D =3d", decoded: "Grün = ="),
        Example(
            name: "RFC 2045 6.7 (5): a soft line break", encoding: .quotedPrintable, text: "one =\r\ntwo=\nthree", decoded: "one twothree"),
        Example(name: "RFC 2045 6.7 (3): white space at the end", encoding: .quotedPrintable, text: "a \t\r\nb  ", decoded: "a\r\nb"),
        Example(name: "an escaped space stays", encoding: .quotedPrintable, text: "a=20\r\nb", decoded: "a \r\nb"),
        Example(name: "padding behind a soft line break", encoding: .quotedPrintable, text: "a= \t\r\nb", decoded: "ab"),
        Example(name: "an equals sign at the end", encoding: .quotedPrintable, text: "a=", decoded: "a"),
        Example(name: "no escape", encoding: .quotedPrintable, text: "1=2, =G0=4x", decoded: "1=2, =G0=4x", hasFaults: true),
        Example(name: "an escape without its end", encoding: .quotedPrintable, text: "a=4", decoded: "a=4"),
        Example(name: "RFC 2045 6.8: Base64", encoding: .base64, text: "TGFt\r\ncA==\r\n", decoded: "Lamp"),
        Example(name: "Base64 in short lines", encoding: .base64, text: "T\nG\nF\nt\nc\nA", decoded: "Lamp"),
        Example(name: "stray characters", encoding: .base64, text: "TG*Ft-cA==", decoded: "Lamp", hasFaults: true),
        Example(name: "text behind the end", encoding: .base64, text: "TGFtcA==\r\n____\r\nA list", decoded: "Lamp", hasFaults: true),
        Example(name: "two pieces with padding", encoding: .base64, text: "TGE=\r\nbQ==\r\ncA==\r\n", decoded: "Lamp"),
        Example(name: "two pieces with padding in one line", encoding: .base64, text: "TGE=bQ==cA==", decoded: "Lamp"),
        Example(name: "a piece without padding behind one", encoding: .base64, text: "TGE=\nbXBM\n", decoded: "LampL"),
        Example(
            name: "a long piece behind one, in lines of any length", encoding: .base64,
            text: "TGE=\nbXBMYW1wTGFtcExhbXBMYW1wTGFtcExhbXBMYW1wT\nGFtcExhbXBMYW1wTGFtcExhbXBMYW1wTGFtcExhbX\nBMYQ==",
            decoded: "La" + String(repeating: "mpLa", count: 16)),
        Example(name: "a word behind the end", encoding: .base64, text: "TGFtcA==\r\nMira\r\nTGFtcA==", decoded: "Lamp", hasFaults: true),
        Example(name: "a text behind a second piece", encoding: .base64, text: "TGE=\nbQ==\nA list\ncA==", decoded: "Lam", hasFaults: true),
        Example(name: "padding at the start", encoding: .base64, text: "=TGFtcA", decoded: "Lamp", hasFaults: true),
        Example(name: "a digit too many", encoding: .base64, text: "TGFtcA==".replacingEnd, decoded: "Lam", hasFaults: true),
        Example(name: "uuencode", encoding: .uuencode, text: "begin 644 a.txt\r\n$3&%M<```\r\n`\r\nend\r\n", decoded: "Lamp"),
        Example(name: "uuencode without its end", encoding: .uuencode, text: "\nbegin 644 a\n$3&%M<", decoded: "Lamp"),
        Example(
            name: "text in front of uuencode", encoding: .uuencode, text: "x\nbegin 644 a\n$3&%M<```\n`\nend\n", decoded: "Lamp",
            hasFaults: true),
        Example(
            name: "uuencode without its beginning", encoding: .uuencode, text: "$3&%M<```\r\n`\r\nend", decoded: "$3&%M<```\r\n`\r\nend",
            hasFaults: true),
        Example(
            name: "uuencode with an empty line", encoding: .uuencode, text: "begin 644 a\n$3&%M<```\n\n$3&%M<```\nend\n", decoded: "Lamp",
            hasFaults: true),
        Example(
            name: "uuencode of two files", encoding: .uuencode,
            text: "begin 644 a\n$3&%M<```\n`\nend\n\nbegin 644 b\n$3&%M<```\n`\nend\n", decoded: "Lamp", hasFaults: true),
        Example(name: "no uuencode, but empty", encoding: .uuencode, text: "\n", decoded: "\n"),
        Example(name: "none", encoding: .identity, text: "=20", decoded: "=20"),
    ]

    private static func decode(_ example: Example, cutAt cut: Int) -> (text: String, hasFaults: Bool) {
        let bytes = Array(example.text.utf8)
        var decoder = TransferDecoder(example.encoding)
        var output: [UInt8] = []
        decoder.decode(Array(bytes[..<cut]).span, into: &output)
        decoder.decode(Array(bytes[cut...]).span, into: &output)
        decoder.finish(into: &output)
        return (String(decoding: output, as: UTF8.self), decoder.hasFaults)
    }

    @Test("are decoded with faults, for any cut", arguments: examples) func decodes(_ example: Example) {
        for cut in 0...example.text.utf8.count {
            let decoded = Self.decode(example, cutAt: cut)
            #expect(decoded.text == example.decoded, "cut at \(cut)")
            #expect(decoded.hasFaults == example.hasFaults, "cut at \(cut)")
        }
    }

    struct FlowedExample: CustomTestStringConvertible {
        let name: String
        let text: String
        let joined: String
        var dropsSpace = false
        var testDescription: String { name }
    }

    private static let flowed = [
        FlowedExample(name: "RFC 3676 4.1: a paragraph", text: "one \ntwo \nthree\nfour\n", joined: "one two three\nfour\n"),
        FlowedExample(name: "RFC 3676 4.3: the delimiter of a signature", text: "text \n-- \nAnn\n", joined: "text \n-- \nAnn\n"),
        FlowedExample(name: "RFC 3676 4.4: stuffed", text: " From here \n > on\n", joined: "From here > on\n"),
        FlowedExample(name: "RFC 3676 4.5: quotes", text: ">> a \n>> b\n> c \n> d\ne\n", joined: ">> a b\n> c d\ne\n"),
        FlowedExample(name: "a quote that ends too early", text: "> a \nb\n", joined: "> a \nb\n"),
        FlowedExample(name: "RFC 3676 4.2: DelSp", text: "Donau \ndampf  \nschiff\n", joined: "Donaudampf schiff\n", dropsSpace: true),
        FlowedExample(name: "no line end", text: "one \ntwo", joined: "one two"),
        FlowedExample(name: "empty lines", text: "one\n\n>\n> \ntwo\n", joined: "one\n\n>\n>\ntwo\n"),
        FlowedExample(name: "a flowed end", text: "one \n", joined: "one \n"),
    ]

    @Test("flowed lines become paragraphs", arguments: flowed) func joins(_ example: FlowedExample) {
        #expect(FlowedText.joined(example.text, dropsSpace: example.dropsSpace) == example.joined)
    }

    @Test("a message says that its lines are flowed") func readsFlowedMessages() {
        let type = "Content-Type: text/plain; charset=utf-8; format=Flowed; DelSp=YES"
        #expect(message(mail(type, "", "Donau ", "dampf", "-- ", "Ann")).text == "Donaudampf\n-- \nAnn")
        #expect(message(mail("Content-Type: text/plain", "", "Donau ", "dampf")).text == "Donau \ndampf")
    }
}

extension String {
    /// Base64 that ends with a single digit.
    fileprivate var replacingEnd: String { String(prefix(5)) }
}
