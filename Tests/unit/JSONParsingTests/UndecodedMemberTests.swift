import JSONParsing
import Testing

@Suite("A member of an undecoded object") struct UndecodedMemberTests {
    static let names =
        (0...20).map { String(repeating: "n", count: $0) } + ["é", "\"", "\\", "a\\", "a\"b", "\\u0061", "\n", "ab", "ba", "\u{1F600}x"]

    /// A key in quotation marks, with an escape for every character if `isEscaped`.
    private static func key(_ name: String, isEscaped: Bool) -> String {
        guard isEscaped else { return JSONValue.string(name).compactText }
        let units = name.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + units.joined() + "\""
    }

    @Test("is found by its name, with or without escapes in keys", arguments: [false, true], ["", " \n "])
    func isFound(_ isEscaped: Bool, _ space: String) throws {
        let members = Self.names.enumerated().map { "\(Self.key($1, isEscaped: isEscaped))\(space):\(space)\($0)" }
        let value = try JSONValue(parsing: "{\(members.joined(separator: ",\(space)"))}")
        for (place, name) in Self.names.enumerated() {
            #expect(try value.member(name)?.number == JSONNumber(place), "\(name.debugDescription)")
            #expect(try value.member(name + "-") == nil)
            #expect(try value.member("-" + name) == nil)
        }
        #expect(try value.members(Self.names + ["none"]) == (0..<Self.names.count).map { .number(JSONNumber($0)) } + [nil])
    }

    @Test("does not affect lookups of others if its key is duplicate or has a lone surrogate", arguments: [1, 40]) func others(_ count: Int)
        throws
    {
        let others = (0..<count).map { "k\($0)" }
        let members = others.map { "\"\($0)\":1" } + [#""a":2"#, #""ab\ud800":3"#, #""a":4"#, #""b":5"#]
        let value = try JSONValue(parsing: "{\(members.joined(separator: ","))}")
        #expect(try value.member("ab") == nil)
        #expect(try value.members(others + ["b", "ab"]) == others.map { _ in 1 } + [5, nil])
        #expect(throws: JSONError.self) { try value.members(others + ["a"]) }
        #expect(try JSONValue.null.members(others) == others.map { _ in nil })
    }
}
