@testable import HTMLParsing
import Testing

@Suite("Attributes by number") struct AttributeNumberTests {
    private static let document = HTMLDocument(parsing: "<p class=a id=b data-x=c>d<b>e</b></p><p>f</p><x-y itemprop=g></x-y>")

    @Test("are read in the order of the names that are asked for") func reads() throws {
        let document = Self.document
        let names = HTMLAttributeNameIDs(["id", "style", "class"], in: document)
        var ranges = [Range<Int>?](repeating: nil, count: 3)
        let paragraphs = document.elements(tag: .p)
        #expect(document.readAttributes(names, of: paragraphs[0], into: &ranges))
        #expect(ranges.map { $0.map { String(decoding: document.textBytes[$0], as: UTF8.self) } } == ["b", nil, "a"])
        #expect(!document.readAttributes(names, of: paragraphs[1], into: &ranges))
    }

    @Test("find elements, beside those with some tags", arguments: [("itemprop", ["b", "x-y"]), ("none", ["b"]), ("id", ["p", "b"])])
    func finds(_ attribute: String, _ names: [String]) {
        #expect(Self.document.elements(tags: [.b], orWith: attribute).map { Self.document.name(of: $0) } == names)
    }

    @Test("are left out of a copy without descendants") func copies() throws {
        let document = Self.document
        var copy = HTMLDocument()
        for node in document.descendants(of: try #require(document.body)) {
            copy.append(copy.copyAlone(node, from: document) { document.name(of: $0).hasPrefix("data-") }, to: copy.root)
        }
        #expect(copy.serialized() == "<p data-x=\"c\"></p>d<b></b>e<p></p>f<x-y></x-y>")
    }
}
