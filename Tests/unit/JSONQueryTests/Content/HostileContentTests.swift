import JSONParsing
import JSONQuery
import Testing

@Suite("Hostile input of functions for content") struct HostileContentTests {
    static let programs = [
        "slug", "slug({ascii: true, bytes: 240})", "words", "from_csv", "from_csv({headers: true})", "url", #"url_join("http://a/b/c")"#,
        #". as $base | "../x" | url_join("http:" + $base)"#, "to_iso", "fromdate",
    ]

    /// About 200 KB each.
    private static let texts: [String] = [
        String(repeating: "?", count: 200_000), String(repeating: "a", count: 200_000), String(repeating: "a b,", count: 50_000),
        String(repeating: "\"", count: 200_001), String(repeating: "../", count: 70_000), String(repeating: "a/../", count: 40_000),
        "a" + String(repeating: "\u{301}", count: 100_000), String(repeating: "\u{5D0}\u{5B8}", count: 50_000),
        "http://a/?" + String(repeating: "a&", count: 50_000), "http://a/?" + String(repeating: "%25", count: 50_000),
        String(repeating: "(", count: 200_000), String(repeating: "\u{0}", count: 200_000), String(repeating: ",\n", count: 50_000),
        String(repeating: "한", count: 50_000),
    ]

    @Test("takes steps by its length, and ends by an error or an output", arguments: programs) func ends(_ program: String) throws {
        let query = try Query("try (\(program)) catch .")
        for text in Self.texts {
            // 8 steps a byte are far below the limit of a run.
            try query.run(.string(text), limits: QueryLimits(maxSteps: 1_600_000)) { _ in }
        }
    }

    @Test("that is long costs steps", arguments: ["slug", "words", "from_csv", "url", #"url_join("http://a/b/c")"#]) func costs(
        _ program: String
    ) throws {
        let query = try Query("try (\(program)) catch .")
        let text = program == "slug" ? Self.texts[0] : Self.texts[4]
        #expect(try query.stepCount(.string(text)) > text.utf8.count / 128)
        let error = #expect(throws: QueryRuntimeError.self) {
            try query.run(.string(text), limits: QueryLimits(maxSteps: 1000)) { _ in }
        }
        #expect(error?.isLimit == true)
    }

    @Test("needs no more memory than the limit", arguments: ["words", "from_csv"]) func memory(_ program: String) throws {
        let error = #expect(throws: QueryRuntimeError.self) {
            try Query(program).run(.string(Self.texts[2]), limits: QueryLimits(maxMemory: 2 << 20)) { _ in }
        }
        #expect(error?.isLimit == true)
    }

    @Test("may have replacement characters, which separate words") func surrogates() throws {
        #expect(try Query(#"[97, 55296, 98] | implode | slug, words"#).all(.null).map(\.compactText) == [#""a-b""#, #"["a","b"]"#])
    }
}
