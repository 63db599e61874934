import Foundation
import HTMLParsing
import TestSupport
import Testing

@Suite("html5lib encoding", .needs(SharedData.exists("html5lib"), "needs the shared test data"))
struct EncodingSuiteTests {
    @Test("detects the encoding that a document declares", arguments: SharedData.files(in: "html5lib/encoding", "dat"))
    func sniffs(_ file: URL) throws {
        let cases = try Self.read(file)
        #expect(!cases.isEmpty)
        for (number, example) in cases.enumerated() {
            // The suite expects windows-1252 where nothing is declared; tabpipe would use UTF-8 for well-formed UTF-8.
            let declared = HTMLDocument.parse(sniffing: example.data.span)?.document.declaredEncoding
            let found = HTMLEncoding.sniff(example.data.span) ?? declared ?? .windows1252
            #expect(found == HTMLEncoding(label: example.encoding), "\(file.lastPathComponent) \(number + 1)")
        }
    }

    private static func read(_ file: URL) throws -> [(data: [UInt8], encoding: String)] {
        let bytes = try Array(Data(contentsOf: file))
        var cases: [(data: [UInt8], encoding: String)] = []
        var data: [ArraySlice<UInt8>]?
        var isEncoding = false
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.elementsEqual("#data".utf8) {
                data = []
            } else if line.elementsEqual("#encoding".utf8) {
                isEncoding = true
            } else if isEncoding {
                cases.append((Array((data ?? []).joined(separator: [0x0A])), String(decoding: line, as: UTF8.self)))
                (data, isEncoding) = (nil, false)
            } else {
                data?.append(line)
            }
        }
        return cases
    }
}
