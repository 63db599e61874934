import JSONParsing
import Testing

@testable import Pipeline

@Suite("Names that files get from content") struct PortableNameTests {
    @Test(
        "are the same on every system",
        arguments: [
            ("plain.md", "plain.md"), ("Ünïcode 文.md", "Ünïcode 文.md"), ("e\u{301}", "e\u{301}"), ("a:b", "a-b"),
            (#"<>:"|?*\"#, "--------"),
            ("a\0b\u{1F}\u{7F}\u{85}.md", "a-b---.md"), ("a\u{202E}dm.exe", "a-dm.exe"), ("\u{200F}\u{61C}\u{2066}x", "---x"), ("a.", "a"),
            ("a . . ", "a"), ("a .md", "a .md"), (".hidden", ".hidden"), ("a..b", "a..b"), ("...", ""), (" ", ""), ("CON", "_CON"),
            ("aux", "_aux"), ("Nul.txt", "_Nul.txt"), ("prn.tar.gz", "_prn.tar.gz"), ("con .txt", "_con .txt"), ("con. ", "_con"),
            ("COM1", "_COM1"), ("lpt9.md", "_lpt9.md"), ("com\u{B9}.x", "_com\u{B9}.x"), ("LPT\u{B2}", "_LPT\u{B2}"), ("COM0", "COM0"),
            ("COM10", "COM10"), ("console", "console"), ("CONE", "CONE"), ("com", "com"), ("con-", "con-"), ("con:", "con-"),
            ("a\r\nb", "a--b"), ("CONIN$", "_CONIN$"), ("conout$.md", "_conout$.md"), ("conin", "conin"), ("CONOUT$s", "CONOUT$s"),
        ])
    func made(_ name: String, _ expected: String) {
        #expect(Array(PortableName.made(of: name).utf8) == Array(expected.utf8))
        // The fast path for whole paths gives the same result for every position of the name.
        for path in [name, "x/\(name)", "\(name)/x"] where PortableName.isPortable(path: path) { #expect(name == expected) }
    }

    @Test("stay unchanged in a path", arguments: ["a/b.md", "100/7.md", "compass/apple/number.md", "a", "", "a..b/.c", "co/c.on"])
    func isPortable(_ path: String) {
        #expect(PortableName.isPortable(path: path))
    }

    @Test(
        "are one if some system takes them for one",
        arguments: [
            ("a", "A", true), ("É", "e\u{301}", true), ("ς", "Σ", true), ("straße", "STRASSE", true), ("\u{212A}", "k", true),
            ("ı", "i", false), ("a", "b", false), ("ﬁ", "FI", true), ("GROẞ", "groß", true), ("GROẞ", "gross", true),
            ("İ", "i\u{307}", true),
        ])
    func folded(_ one: String, _ other: String, _ isSame: Bool) {
        #expect((PortableName.folded(one) == PortableName.folded(other)) == isSame)
    }

    /// A path template, a record, and the resulting path or error.
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let template: String
        let value: JSONValue
        var path: String?
        var reason: String?
    }

    static let examples = [
        Example(testDescription: "of all names of a path", template: "{{.v}}/x:{{.v}}.md", value: "aux?", path: "aux-/x-aux-.md"),
        Example(
            testDescription: "of names with slashes in the content", template: "{{.v}}.md", value: "con/a*/nul", path: "_con/a-/_nul.md"),
        Example(
            testDescription: "with nothing but dots and spaces", template: "{{.v}}/x.md", value: ". .",
            reason: #"the file name ". ." is nothing but dots and spaces"#),
        Example(
            testDescription: "that lead up", template: "{{.v}}/x.md", value: "..",
            reason: #"the path "../x.md" leads out of the output folder"#),
        Example(
            testDescription: "that are absolute", template: "{{.v}}/x.md", value: "/etc",
            reason: #"the path "/etc/x.md" is absolute; it has to stay inside the output folder"#),
        Example(
            testDescription: "that seem to lead up elsewhere", template: "a{{.v}}", value: #"\..\..\x.md"#, path: "a-..-..-x.md"),
        Example(
            testDescription: "with nothing in front of the dot", template: "{{.v}}.md", value: "",
            reason: #"the file name ".md" has nothing in front of its dot"#),
    ]

    @Test("follow one rule", arguments: examples) func paths(_ example: Example) throws {
        let template = PathTemplate(
            try Template(example.template), like: MaskedText(example.template), outputPaths: ClaimedPaths(), place: "to"
        ) { $0 }
        func path() throws -> String {
            try ConfinedFolder.split(template.relative.render(Record(["v": example.value]))).joined(separator: "/")
        }
        if let reason = example.reason {
            #expect(throws: RecordError(reason)) { try path() }
        } else {
            #expect(try path() == example.path)
        }
    }
}
