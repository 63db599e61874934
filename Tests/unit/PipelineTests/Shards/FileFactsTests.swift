import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite("The facts of an output") struct FileFactsTests {
    @Test("tell folders apart whose names and contents are the same bytes in a row") func folders() throws {
        let contents: [[String: String]] = [
            ["a": "b\nx"], ["a": "", "b": "x"], ["a": "b\n", "x": ""], ["ab": "\nx"], ["a": "b", "b": "x"], ["a": "bb", "b": "x"], [:],
        ]
        var facts: [FileFingerprint] = []
        for files in contents {
            let scratch = try ScratchFolder()
            for (name, text) in files { try scratch.write(text, to: name) }
            facts.append(try #require(try FileFingerprint(of: scratch.url.path)))
        }
        #expect(Set(facts.map(\.xxh64)).count == contents.count)
        #expect(facts.last == .emptyFolder)
        #expect(facts.map(\.bytes) == [3, 1, 2, 2, 2, 3, 0])
        #expect(try FileFingerprint(of: "/dev/null") == nil)
    }
}
