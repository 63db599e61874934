import Testing

@testable import Pipeline

@Suite("A diagnostic on a terminal") struct DiagnosticColorTests {
    private static let diagnostics = PipelineFileError(
        file: "p.json", text: Array("{\"nme\": 1}".utf8),
        list: [Diagnostic("unknown option", at: 1..<6, path: "nme", help: "name")])

    @Test("has colors around the error") func colors() {
        let esc = "\u{1B}"
        #expect(
            Self.diagnostics.rendered(usesColor: true) == """
                \(esc)[1mp.json:1:2:\(esc)[0m\(esc)[1;31m error:\(esc)[0m unknown option
                \(esc)[34m  1 |\(esc)[0m {"nme": 1}
                \(esc)[34m    |\(esc)[0m  \(esc)[1;31m^^^^^\(esc)[0m
                    \(esc)[34m= at\(esc)[0m nme
                    \(esc)[34m= help:\(esc)[0m name

                """)
    }

    @Test("has the same text without colors") func plain() {
        let text = Self.diagnostics.rendered(usesColor: true).replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(text == Self.diagnostics.rendered())
    }
}
