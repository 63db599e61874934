import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

/// Content from reports about other programs.
@Suite("Reported content", .needs(SharedData.exists("cases/html/in"), "needs the shared test data"))
struct ReportedContentTests {
    static let examples = [
        WriterExample("01-nested-invalid-list", in: "", out: "- Oats\n- Rye\n  - winter rye\n  - spring rye\n- Barley"),
        WriterExample("02-ol-ten-paras", in: "", out: "9. Nine\n\n10. Ten\n\n    more of ten\n\n    ```\n    make ten\n    ```"),
        WriterExample("03-pre-in-quote-in-li", in: "", out: "- Step:\n  > ```\n  > a = 1\n  > b = 2\n  >\n  > c = 3\n  > ```"),
        WriterExample(
            "04-br-heading-cell", in: "",
            out: "## Harbour Ferries\n\n| Name (first) | Mail |\n| --- | --- |\n| Ana | ana@example.org ana@example.net |\n| Bo | x y |"),
        WriterExample(
            "06-rowspan", in: "", out: "| Crew | Dept | Age |\n| --- | --- | --- |\n| Mira | Deck | 30 |\n|  | Engine | 31 |"),
        WriterExample("07-gdocs", in: "", out: "**Strong** then plain, *slanted* ~~gone~~\n\n## Plain heading"),
        WriterExample("09-word", in: "", out: "Intro\n\n- First\n  - Nested\n\nEnd"),
        WriterExample("23-tasks", in: "", out: "- [x] done\n\n- [ ] open\n\n- [ ] label open"),
        WriterExample("24-confluence", in: "", out: "Intro\n\n```bash\nls -l <dir> && echo \"x\"\n```\n\nEnd"),
        WriterExample("29-custom-elements", in: "", out: "The piers of Kiel, H2O (see)."),
        WriterExample("31-bold-colon", in: "", out: "**Name**:Ana and (*see*)below"),
        WriterExample("32-sup", in: "", out: "10⁶ boats, H₂O, 5 m²"),
        WriterExample("33-display-block", in: "", out: "```\np\nq\n```"),
        WriterExample("35-more", in: "", out: "In\n\nRest"),
        WriterExample("37-notion-todo", in: "", out: "- [x] Done\n- [ ] Open"),
    ]

    @Test("has the right Markdown", arguments: examples)
    func converts(_ example: WriterExample) throws { #expect(try Self.markdown(of: example.testDescription) == example.out) }

    @Test("has what options ask for")
    func options() throws {
        var options = MarkdownOptions()
        options.keepsMore = true
        #expect(try Self.markdown(of: "35-more", options) == "In\n\n<!--more-->\n\nRest")
        options.rawHTML = .whenNeeded
        #expect(try Self.markdown(of: "04-br-heading-cell", options).contains("| ana@example.org<br>ana@example.net |"))
        #expect(try Self.markdown(of: "04-br-heading-cell", options).contains("| Bo | x<br>y |"))
    }

    static let kept = [
        WriterExample(
            "17-emph-space", in: "",
            out: """
                All *spaced* words**bold**next **one** **two** end _**both** one_**_x_** a**b**c

                **Line one\\
                Line two**

                **para in strong**

                **second**
                """),
        WriterExample(
            "18-links-odd", in: "",
            out: #"[sp](https://example.org/a%20b/(c)) [paren](https://example.org/s?q=a\)b) [angle](\<https://example.org>)"#),
        WriterExample(
            "22-escape", in: "",
            out: ##"""
                \# not heading

                1\. not list

                1986\\. A year

                \+ plus

                \- dash

                a \*star\* \_under\_ snake_case_name 2\*3\*4 \`tick\` [brack\](et) ![x] \<b> \&amp; \&copy; \~\~tilde\~\~ \~one\~ | pipe
                """##),
        WriterExample("27-rtl", in: "", out: "# מעבורת\n\nשלום **עולם** (1).\n\nLTR part\n\n1. ראשון"),
    ]

    @Test("keeps its marks, links and escapes", arguments: kept)
    func keeps(_ example: WriterExample) throws { #expect(try Self.markdown(of: example.testDescription).hasPrefix(example.out)) }

    private static func markdown(of name: String, _ options: MarkdownOptions = MarkdownOptions()) throws -> String {
        HTMLSupport.markdown(String(decoding: try SharedData.read("cases/html/in/\(name).html"), as: UTF8.self), options)
    }
}
