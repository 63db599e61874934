import JSONParsing
import Testing

@testable import Pipeline

@Suite("A placeholder in the syntax of another program") struct OtherPlaceholderTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let use: ForeignPlaceholder.Use
        let text: String
        let found: String?
        var testDescription: String { text }

        init(_ use: ForeignPlaceholder.Use, _ text: String, _ found: String? = nil) {
            (self.use, self.text, self.found) = (use, text, found)
        }
    }

    static let examples = [
        Example(.text, "a ${OWNER} b", "${OWNER}"), Example(.whole, "{{$o}}", "{{$o}}"), Example(.whole, "{{ owner }}", "{{ owner }}"),
        Example(.text, "<%= owner %>", "<%= owner %>"), Example(.text, "#{owner}", "#{owner}"), Example(.text, "%(owner)s", "%(owner)s"),
        Example(.text, "%OWNER%", "%OWNER%"), Example(.whole, "${{ secrets.TOKEN }}", "{{ secrets.TOKEN }}"),
        Example(.text, "${secrets.token}", "${secrets.token}"), Example(.path, "out-${DAY}.jsonl", "${DAY}"),
        Example(.path, "out/$DAY.jsonl", "$DAY"), Example(.text, "out/${DAY}/{{.id}}.md", "${DAY}"),
        Example(.text, "out/<% day %>", "<% day %>"), Example(.parameter, "{owner}", "{owner}"),
        Example(.parameter, "repo:$OWNER", "$OWNER"), Example(.body, "$owner", "$owner"),
        Example(.address, "https://x.example/repos/{owner}/{repo}", "{owner}"),
        Example(.address, "https://x.example/users/:id/mails", ":id"), Example(.address, "https://x.example/users/:id", ":id"),
        Example(.address, "https://x.example/$OWNER/a", "$OWNER"), Example(.address, "https://x.example/?o=$owner&n=1", "$owner"),
        Example(.address, "https://x.example/{{$owner}}/{id}", "{id}"), Example(.address, "https://${HOST}/a", "${HOST}"),
        Example(.address, "https://x.example/%OWNER%/a", "%OWNER%"),
        Example(.parameter, "$since", "$since"), Example(.parameter, "<API-KEY>", "<API-KEY>"),
        Example(.address, "https://x.example/<workspace>/a", "<workspace>"), Example(.path, "out-$(date +%F).jsonl", "$(date +%F)"),
        // Texts that mean themselves.
        Example(.parameter, "name eq $since"), Example(.parameter, "<mailto:a@b.example>"), Example(.path, "a<b>c.txt"),
        Example(.text, "$(x)"),
        Example(.text, "costs $5 and {}"), Example(.address, "https://x.example/{{$owner}}/a"),
        Example(.body, "{{$owner}}"), Example(.whole, "$a {b} ${C} {{}}"), Example(.text, "50 % (or 60 %)"), Example(.text, "$top"),
        Example(.text, "a # {b}"),
        Example(.text, "{{.id}}-{{$day}}.md"), Example(.path, "in/{a,b}/*.json"), Example(.path, "a$b.json"),
        Example(.path, "out/{{$shard}}.jsonl"),
        Example(.parameter, "a{owner}"), Example(.parameter, "repo:foo is:open"),
        Example(.body, "query($id: ID!) { node(id: $id) { id } }"),
        Example(.body, "{ viewer { id } }"), Example(.body, "mutation { a(b: {c: $D}) { e } }"),
        Example(.address, "https://x.example:8080/a?$filter=a eq 1&$top=5"), Example(.address, "http://localhost:8000/"),
        Example(.address, "https://x.example/odata/$count"), Example(.address, "https://x.example/%E4%B8%AD%20%ABCDEF"),
        Example(.address, "https://u:p@x.example/a:b/c"), Example(.address, "https://x.example/v1/models/m:predict"),
    ]

    @Test("is found where it would stay as it is", arguments: examples) func found(_ example: Example) {
        #expect(ForeignPlaceholder.first(in: example.text, example.use) == example.found)
    }

    @Test("is found in a template that is a URL") func template() throws {
        var options = try OptionReader(json: ##"{"a": "https://x.example/{id}", "b": "{id}", "c": "https://x.example/{{.id}}"}"##)
        for name in ["a", "b", "c"] { _ = options.read(name, .template, help: "A text.") }
        #expect(options.warnings.map(\.path) == ["a"])
    }

    @Test("is a warning with its place and the cure") func warning() throws {
        var options = try OptionReader(
            json:
                ##"{"url": "https://x.example/{owner}", "query": {"q": "a-${B}-c"}, "body": {"a": ["<% x %>"]}, "to": "a-${DAY}", "by": "{{$x}}"}"##
        )
        _ = options.read("url", .address, help: "A URL.")
        _ = options.readIfPresent("query", .textMap(), help: "Items.")
        _ = options.readIfPresent("body", .json, help: "A body.")
        _ = options.read("to", .path, help: "A path.")
        _ = options.read("by", .field, help: "A field.")
        let cure = #"{{$name}} puts in a parameter, and { "$env": "NAME" } takes a whole text from the environment"#
        #expect(
            options.warnings.map { "\($0.path): \($0.message)" } == [
                "url: \"{owner}\" stays as it is; \(cure)", "query.q: \"${B}\" stays as it is; \(cure)",
                "body.a: \"<% x %>\" stays as it is; \(cure)", "to: \"${DAY}\" stays as it is; \(cure)",
                "by: \"{{$x}}\" stays as it is; { \"$param\": \"name\" } takes a whole name from a parameter",
            ])
    }

    @Test("is none in a remark of a step") func remark() throws {
        var options = try OptionReader(json: ##"{"description": "${x} and {{x}}"}"##)
        #expect(options.stepDescription() == "${x} and {{x}}" && options.warnings.isEmpty && options.problems.isEmpty)
    }
}
