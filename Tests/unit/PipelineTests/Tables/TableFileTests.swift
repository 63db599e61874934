import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite("A file with a table") struct TableFileTests {
    @Test(
        "has a limit of values, because short ones take more memory than their text",
        arguments: [("t.csv", "a,b\n1,2\n3,4\n", 6), ("t.json", #"[1,{"a":2},[]]"#, 5), ("t.jsonl", "[1,2]\n3\n{}\n", 5)])
    func limit(_ name: String, _ text: String, _ values: Int) throws {
        let folder = try ScratchFolder()
        try folder.write(text, to: name)
        var file = TableFile(path: MaskedText(folder.file(name).path))
        file.maxValues = values
        #expect(try file.read().value.array != nil)
        file.maxValues = values - 1
        let failure = #expect(throws: PipelineFailure.self) { try file.read() }
        let message = "has more than \(values - 1) values, which is the limit of a table; read it as a source"
        #expect(failure?.message.hasSuffix(message) == true)
    }
}
