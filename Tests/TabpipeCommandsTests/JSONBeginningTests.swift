import JSONParsing
import Testing

@testable import TabpipeCommands

@Suite("The beginning of JSON") struct JSONBeginningTests {
    @Test("is JSON once it is completed, wherever it was cut") func anywhere() throws {
        let text = Array(#"{"a":[{"b":"x,\"]}"},{"b":[1,2,{"c":null}]},3],"d":{"e":"f"}}"#.utf8)
        var completed = 0
        for length in 0..<text.count {
            guard let beginning = JSONBeginning.completed(Array(text[..<length])) else { continue }
            completed += 1
            #expect(throws: Never.self) { try JSONValue(parsing: beginning) }
        }
        #expect(completed == 40)
    }
}
