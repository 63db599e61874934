import Foundation
import HTMLParsing
import HTMLSupport
import TestSupport
import Testing

@Suite("html5lib tree construction", .needs(SharedData.exists("html5lib"), "needs the shared test data"))
struct TreeConstructionSuiteTests {
    @Test(
        "builds the expected tree, for whole input and for pieces", arguments: SharedData.files(in: "html5lib/tree-construction", "dat")
    )
    func builds(_ file: URL) throws {
        for example in try TreeConstructionCase.read(file) {
            for isScripting in example.scripting {
                let options = HTMLParserOptions(isScripting: isScripting, context: example.context)
                #expect(TreeDump.dump(parse([example.data[...]], options)) == example.expected, "\(example), whole")
                let bytes = example.data.indices.map { example.data[$0...$0] }
                #expect(TreeDump.dump(parse(bytes, options)) == example.expected, "\(example), byte by byte")
                guard example.data.count <= 200 else { continue }
                for cut in example.data.indices {
                    let halves = [example.data[..<cut], example.data[cut...]]
                    let dump = TreeDump.dump(parse(halves, options))
                    guard dump != example.expected else { continue }
                    Issue.record("\(example), cut at \(cut): \(dump)")
                }
            }
        }
    }

    @Test("reads all 1,792 cases of the suite")
    func counts() throws {
        let cases = try SharedData.files(in: "html5lib/tree-construction", "dat").flatMap(TreeConstructionCase.read)
        #expect(cases.count == 1792)
        #expect(cases.filter { $0.context != nil }.count == 192)
    }

    @Test("leaves out the 4 cases that need a script engine")
    func countsScripted() throws {
        let cases = try SharedData.files(in: "html5lib/tree-construction/scripted", "dat").flatMap(TreeConstructionCase.read)
        #expect(cases.count == 4)
    }

    private func parse(_ pieces: [ArraySlice<UInt8>], _ options: HTMLParserOptions) -> HTMLDocument {
        var parser = HTMLParser(options: options)
        for piece in pieces { parser.feed(piece.span) }
        return parser.finish()
    }
}
