import SiteSupport
import TestSupport
import Testing

@Suite("The option body_url") struct BodyAddressTests {
    private static func run(_ address: String, message: String = #"{"id":"1","content_loaded":false}"#) async throws -> (
        code: Int32, output: String, page: String
    ) {
        let folder = try ScratchFolder()
        try folder.write(#"{"messages":[\#(message)]}"#, to: "in.json")
        let pipeline =
            #"{"source":{"type":"json","from":"in.json"},"sinks":[{"type":"site","to":"site/x.html","body_url":\#(address)}]}"#
        let outcome = try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
        return (outcome.code, outcome.text, (try? folder.read("site/x.html")) ?? "")
    }

    @Test(
        "names its host, and holds no secret",
        arguments: [
            (#""https://{{.id}}.example.com/""#, "names its host and a slash before the first {{ }}"),
            (#""https://me:secret@api.example.com/{{.id}}""#, "without a user"), (#""/bodies/{{.id}}""#, "expected an http(s) URL"),
            (#""ftp://api.example.com/{{.id}}""#, "expected an http(s) URL"),
            (#""https://api.example.com/?access_token=abc&id={{.id}}""#, "must not hold a key or token"),
            (#"{"$env":"HOME"}"#, "must not come from the environment"),
        ]) func refuses(_ address: String, _ reason: String) async throws
    {
        let outcome = try await Self.run(address)
        #expect(outcome.code == 78)
        #expect(outcome.output.contains(reason), "\(outcome.output)")
        #expect(!outcome.output.contains("secret@"))
    }

    @Test(
        "has values that cannot lead elsewhere",
        arguments: [
            (#"{"id":"..","content_loaded":false}"#, "would lead to another path"),
            (#"{"id":"a/../b","content_loaded":false}"#, "would lead to another path"),
            (#"{"id":"","content_loaded":false}"#, "is empty, and so the URL would name something else"),
            (#"{"content_loaded":false}"#, "gives null or nothing, and the text needs a value"),
            (#"{"id":[1],"content_loaded":false}"#, "expected a text or a number for the URL, found an array"),
        ]) func values(_ message: String, _ reason: String) async throws
    {
        let outcome = try await Self.run(#""https://api.example.com/{{.id}}/body""#, message: message)
        #expect(outcome.code == 65)
        #expect(outcome.output.contains(".messages[0]: body_url: ") && outcome.output.contains(reason), "\(outcome.output)")
    }

    @Test("is in the page of a message that has no body and is not loaded, and in no other")
    func page() async throws {
        let address = #""https://api.example.com/{{.id}}/body?x={{.id}}""#
        let open = try await Self.run(address, message: #"{"id":"a/b&c","content_loaded":false}"#)
        #expect(open.page.contains(#"data-url="https://api.example.com/a%2Fb%26c/body?x=a%2Fb%26c""#))
        #expect(open.page.contains("connect-src https://api.example.com\""))
        for message in [#"{"id":"1","body":"x","content_loaded":false}"#, #"{"id":"1"}"#, #"{"id":"1","content_loaded":true}"#] {
            let page = try await Self.run(address, message: message).page
            #expect(!page.contains("data-url") && !page.contains("connect-src"))
        }
    }
}
