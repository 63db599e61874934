import JSONParsing
import Testing

@Suite("Events of JSON texts") struct JSONEventReaderTests {
    @Test(
        "are those of tostream, however the input is cut",
        arguments: [
            ("3", ["[[],3]"]),
            ("\"a\" [] {}", ["[[],\"a\"]", "[[],[]]", "[[],{}]"]),
            ("[1,[2,true],{}]", ["[[0],1]", "[[1,0],2]", "[[1,1],true]", "[[1,1]]", "[[2],{}]", "[[2]]"]),
            (
                "{\"a\": {\"b\\u0063\": [null]}, \"d\": -1.5e3}",
                ["[[\"a\",\"b\\u0063\",0],null]", "[[\"a\",\"b\\u0063\",0]]", "[[\"a\",\"b\\u0063\"]]", "[[\"d\"],-1.5e3]", "[[\"d\"]]"]
            ),
            ("[[[]]]", ["[[0,0],[]]", "[[0,0]]", "[[0]]"]),
        ])
    func events(_ json: String, _ wanted: [String]) throws {
        let bytes = Array(json.utf8)
        for cut in 0...bytes.count {
            let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
            var events: [JSONValue] = []
            var reader = JSONEventReader(limits: .standard)
            try reader.feed(first.span, into: &events)
            try reader.feed(second.span, into: &events)
            try reader.finish(into: &events)
            #expect(events.map(\.compactText) == wanted, "cut at \(cut)")
        }
    }

    @Test("come in front of an error, with its path") func error() throws {
        var events: [JSONValue] = []
        var reader = JSONEventReader(limits: .standard)
        #expect(throws: JSONError.self) { try reader.feed(Array("{\"a\":[1,n]}".utf8).span, into: &events) }
        #expect(events.map(\.compactText) == ["[[\"a\",0],1]"])
        #expect(reader.path.map(\.compactText) == ["\"a\"", "0"])
    }
}
