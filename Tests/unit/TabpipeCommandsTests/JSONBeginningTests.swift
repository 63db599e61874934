import JSONParsing
import Testing

@testable import TabpipeCommands

@Suite("The beginning of JSON") struct JSONBeginningTests {
    @Test("is JSON once it is completed, wherever it was cut") func anywhere() throws {
        let text = Array(#"{"a":[{"b":"x,\"]}"},{"b":[1,2,{"c":null}]},3],"d":{"e":"f"}}"#.utf8)
        let whole = try JSONValue(parsing: text)
        var largest = 0
        for length in 0..<text.count {
            guard let beginning = TruncatedJSON.completed(Array(text[..<length])) else { continue }
            let value = try JSONValue(parsing: beginning)
            #expect(Self.isBeginning(value, of: whole), "\(value.compactText)")
            // Each cut behind more of the text leaves as much or more.
            #expect(value.compactText.utf8.count >= largest)
            largest = value.compactText.utf8.count
        }
        #expect(largest == #"{"a":[{"b":"x,\"]}"},{"b":[1,2,{"c":null}]},3]}"#.utf8.count)
    }

    /// Whether a value is another one without its last elements and members.
    private static func isBeginning(_ part: JSONValue, of whole: JSONValue) -> Bool {
        if let part = part.array, let whole = whole.array {
            return part.count <= whole.count && zip(part, whole).allSatisfy { isBeginning($0, of: $1) }
        }
        if let part = part.object, let whole = whole.object {
            return part.count <= whole.count
                && zip(part, whole).allSatisfy { $0.key == $1.key && isBeginning($0.value, of: $1.value) }
        }
        return part == whole
    }
}
