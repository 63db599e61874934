import Foundation
import JSONParsing
import Pipeline
import TestSupport
import Testing

@testable import Sinks

@Suite("Templates of site generators in content") struct TemplateEscapingTests {
    private func escaped(_ escaping: TemplateEscaping, _ text: String) -> String {
        String(decoding: escaping.escaped(Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        "are text for Hugo",
        arguments: [
            ("", ""), ("{{ x }} {<", "{{ x }} {<"), ("a {{< x >}} b", "a {{</* x */>}} b"), ("{{% x %}}", "{{%/* x */%}}"),
            ("`{{< x >}}`\n\n```\n{{% y %}}\n```\n", "`{{</* x */>}}`\n\n```\n{{%/* y */%}}\n```\n"), ("{{<>}}", "{{</**/>}}"),
            ("{{</* x */>}}", "{{</*/* x */*/>}}"), ("{{</>}}", "{{</*/*/>}}"), ("{{< a {{% b %}} >}}", "{{</* a {{% b %}} */>}}"),
            ("{{< a {{< b >}} >}}", "{{</* a {{< b */>}} >}}"), ("{{{< x >}}}", "{{{</* x */>}}}"), ("{{< x\ny >}}", "{{</* x\ny */>}}"),
            ("{{< x %}}", "{{ < x %}}"), ("{{%", "{{ %"), ("{{< x >}} {{<", "{{</* x */>}} {{ <"), ("[a](/{{<b>}})", "[a](/{{</*b*/>}})"),
        ])
    func hugo(_ text: String, _ expected: String) { #expect(escaped(.hugo, text) == expected) }

    /// Does what Hugo does with shortcodes that are comments, and fails where Hugo would run or refuse one.
    private func readByHugo(_ text: String) -> String? {
        var rest = Substring(text)
        var result = ""
        while let start = rest.firstMatch(of: /\{\{[<%]/) {
            result += rest[..<start.range.upperBound]
            rest = rest[start.range.upperBound...]
            let close = start.output.hasSuffix("<") ? ">}}" : "%}}"
            guard rest.hasPrefix("/*"), let end = rest.range(of: "*/" + close), rest.distance(from: rest.startIndex, to: end.lowerBound) > 1
            else { return nil }
            result += rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound] + close
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    @Test("run in no text of their marks, and are shown as they were")
    func random() {
        var generator = SeededRandom(seed: 7)
        let pieces = ["{", "{{", "<", "%", ">", "}}", "/*", "*/", "{{<", ">}}", "{{%", "%}}", "x", " ", "\n", "{% endraw %}", "{% raw %}"]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let hugo = readByHugo(escaped(.hugo, text))
            #expect(hugo?.replacing("{{ ", with: "{{") == text.replacing("{{ ", with: "{{"), "\(text.debugDescription)")
            let liquid = escaped(.liquid, text)
            #expect(
                liquid.replacing(/\{% raw %\}(\{[{%])\{% endraw %\}/) { String($0.output.1) } == text
                    && !liquid.replacing(/\{% raw %\}\{[{%]\{% endraw %\}/, with: "|").contains(/\{[{%]/), "\(text.debugDescription)")
        }
    }

    @Test(
        "are text for Liquid",
        arguments: [
            ("a { b } %}", "a { b } %}"), ("{{ x }}", "{% raw %}{{{% endraw %} x }}"),
            ("`{% if %}`", "`{% raw %}{%{% endraw %} if %}`"), ("{{{", "{% raw %}{{{% endraw %}{"),
            ("{% endraw %}{{ x }}", "{% raw %}{%{% endraw %} endraw %}{% raw %}{{{% endraw %} x }}"),
        ])
    func liquid(_ text: String, _ expected: String) { #expect(escaped(.liquid, text) == expected) }

    @Test("take linear time") func linear() {
        for text in ["{{<", "{{%", "{{< {{% ", "{%"].map({ String(repeating: $0, count: 200_000) }) {
            #expect(escaped(.hugo, text + ">}}").utf8.count >= text.utf8.count)
            #expect(escaped(.liquid, text).utf8.count >= text.utf8.count)
        }
    }

    private struct Silence: RunObserver {
        func warn(_ warning: RunWarning) {}
        func reject(_ reject: Reject) {}
    }

    private func plan(_ values: String, _ sink: JSONObject) throws -> PipelinePlan {
        var registry = Registry()
        registry.add(ObstructiveSource.self)
        registry.addSinks()
        let file: JSONValue = ["source": ["type": "objects", "values": .string(values)], "sinks": [.object(sink)]]
        return try PipelineReader.read(
            text: Array(file.compactText.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
    }

    @Test(
        "are escaped in the body, whatever it was read from, and not in the front matter",
        arguments: [
            (
                "hugo", "auto", "<p>{{% x %}}</p><pre>{{&lt; y &gt;}}</pre>",
                "---\nt: \"{{< t >}}\"\n---\n\n{{%/* x */%}}\n\n```\n{{</* y */>}}\n```\n"
            ),
            ("liquid", "markdown", "# {{ x }}", "---\nt: \"{{< t >}}\"\n---\n\n# {% raw %}{{{% endraw %} x }}\n"),
            ("none", "markdown", "# {{ x }}", "---\nt: \"{{< t >}}\"\n---\n\n# {{ x }}\n"),
            (
                "mdx", "markdown", "# {x}\n\nimport a\n\n<https://b.org> `{c}` <b>d</b>",
                "---\nt: \"{{< t >}}\"\n---\n\n# \\{x}\n\n&#105;mport a\n\n[https://b.org](https://b.org) `{c}` **d**\n"
            ),
        ])
    func sink(_ escaping: String, _ format: String, _ content: String, _ expected: String) async throws {
        let folder = try ScratchFolder()
        let values: JSONValue = [["p": "a", "t": "{{< t >}}", "html": .string(content)]]
        let plan = try plan(
            // Two braces in a pipeline file are a program.
            values.compactText.replacing("{{", with: "{\\u007b"),
            [
                "type": "markdown", "to": .string(folder.path + "/{{.p}}.md"), "front_matter": "{t}", "format": .string(format),
                "escape_templates": .string(escaping),
            ])
        #expect(await PipelineRun(plan, options: .init(), observer: Silence()).run().exitCode == 0)
        #expect(try String(contentsOfFile: folder.path + "/a.md", encoding: .utf8) == expected)
    }

    @Test(
        "as MDX go with no option that writes HTML or braces",
        arguments: [
            ("raw_html", JSONValue.string("when_needed")), ("sup_sub", "html"), ("heading_ids", "html"), ("heading_ids", "attribute"),
            ("keep_more", true),
        ])
    func conflicts(_ option: String, _ value: JSONValue) throws {
        let error = #expect(throws: PipelineFileError.self) {
            try plan("[]", ["type": "markdown", "to": "{{.p}}.md", "escape_templates": "mdx", option: value])
        }
        #expect(error.map { "\($0)".contains("MDX") && "\($0)".contains(option) } == true, "\(String(describing: error))")
    }
}
