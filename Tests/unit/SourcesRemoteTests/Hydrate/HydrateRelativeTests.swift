import Foundation
import JSONParsing
import Pipeline
import Testing
import WebAddresses

@testable import HTTP
@testable import SourcesRemote

@Suite("Relative URLs in hydrate") struct HydrateRelativeTests {
    private static func stage(_ more: String = "", hosts: String = "") -> String {
        #"{"type": "hydrate", "url": {"from": ".link"\#(hosts)}, "merge": "{ok}"\#(more)}"#
    }

    private static func record(_ link: String) -> String { "{\"link\":\(JSONValue.string(link).compactText)}" }

    @Test(
        "start from the URL of the page that the record came from, and get the credentials of the source",
        arguments: [
            ("/mail/threads/1/messages", "https://api.example.org/mail/threads/1/messages"), ("a?b=1", "https://api.example.org/a?b=1"),
            ("//api.example.org/x", "https://api.example.org/x"),
        ])
    func origins(_ link: String, _ url: String) async throws {
        for each in ["", #", "each": ".all[]""#] {
            let record = each.isEmpty ? Self.record(link) : "{\"all\":[\(Self.record(link))]}"
            let run = try await HydrateRun(Self.stage(each), records: [record]) { _ in .scripted(body: #"{"ok":1}"#) }
            #expect(run.rejects == [])
            #expect(run.values.count == 1 && run.values.allSatisfy { $0.contains("\"ok\":1") })
            #expect(run.children.map(\.address.text) == [url])
            #expect(run.children.map(\.authorization) == ["Bearer token-of-the-source"])
        }
    }

    @Test(
        "never lead to another host than the allowed ones",
        arguments: [
            ("//evil.example/x", ""), (#"\\evil.example\x"#, ""), ("/x", #", "base": "https://evil.example/""#),
            ("/x", #", "base": "https://evil.example/{{.link}}""#),
        ])
    func otherHosts(_ link: String, _ base: String) async throws {
        let run = try await HydrateRun(Self.stage(base), records: [Self.record(link)])
        #expect(run.children.isEmpty)
        #expect(run.rejects.count == 1)
        #expect(run.rejects.first?.contains("https://evil.example/x is on a host that is not allowed") == true, "\(run.rejects)")
    }

    @Test("get no credentials of the source at another host that is allowed") func allowedHost() async throws {
        let stage = Self.stage(#", "base": "https://other.example/""#, hosts: #", "allow_hosts": ["other.example"]"#)
        let run = try await HydrateRun(stage, records: [Self.record("/x")]) { _ in .scripted(body: #"{"ok":1}"#) }
        #expect(run.children.map(\.address.text) == ["https://other.example/x"])
        #expect(run.children.map(\.authorization) == [nil])
    }

    @Test("start behind redirects, whose host gets no credentials and is not allowed") func redirects() async throws {
        let source = HydrateRun.source.replacing("/list", with: "/moved")
        let run = try await HydrateRun(Self.stage(), records: [Self.record("/x")], source: source) { request in
            switch request.address.text {
            case "https://api.example.org/moved": .scripted(302, ["Location": "https://cdn.example.net/deep/list"])
            case "https://cdn.example.net/deep/list": .scripted(body: "[\(Self.record("x"))]")
            default: .scripted(body: #"{"ok":1}"#)
            }
        }
        #expect(run.requests.map(\.address.text) == ["https://api.example.org/moved", "https://cdn.example.net/deep/list"])
        #expect(run.requests.map(\.authorization) == ["Bearer token-of-the-source", nil])
        #expect(run.rejects.first?.contains("https://cdn.example.net/deep/x is on a host that is not allowed") == true, "\(run.rejects)")
    }

    @Test("start from the response of the source json, too") func jsonSource() async throws {
        let source = #"{"type": "json", "from": "https://api.example.org/list", "items": ".[]"}"#
        let run = try await HydrateRun(Self.stage(), records: [Self.record("/x")], source: source) { _ in .scripted(body: #"{"ok":1}"#) }
        #expect(run.children.map(\.address.text) == ["https://api.example.org/x"])
    }

    @Test("say where no URL is known") func unknown() async throws {
        let run = try await HydrateRun(Self.stage(#", "base": """#), records: [Self.record("/x"), Self.record("#a")])
        #expect(
            run.rejects == [
                ".link: expected an http(s) URL, found \"/x\"; the record came from no URL from which it could start, and \"base\" names none",
                ".link: expected an http(s) URL, found \"#a\"",
            ])
    }
}
