import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A secret that a server repeats", .startsInTurn, .timeLimit(.minutes(5))) struct EchoedSecretTests {
    private static let secret = "Zq7+/hush-hush/ä=1&Ω\"x"

    enum Form: CaseIterable {
        case plain, percent, base64, base64URL, html

        var echo: String {
            let encoded = Data(secret.utf8).base64EncodedString()
            return switch self {
            case .plain: secret
            case .percent: secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics)?.lowercased() ?? ""
            case .base64: encoded
            case .base64URL: encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            case .html: secret.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            }
        }
    }

    private static let places = [
        #""auth":{"type":"api_key","in":"query","name":"api_key","value":{"$env":"S"}}"#,
        #""auth":{"type":"basic","username":"user","password":{"$env":"S"}}"#, #""query":{"api_key":{"$env":"S"}}"#,
    ]

    /// Texts that show the secret in any form, or a long part of it.
    private static let tells =
        ["hush-hush", "hush%2Dhush"]
        + (0..<3).map { offset in
            let text = Data(Array(repeating: 0, count: offset) + Array("hush-hush".utf8)).base64EncodedString()
            return String(text.dropFirst(offset + 1).prefix(8))
        }

    @Test("is in no message, trace, reject or cache, in whatever form", arguments: Form.allCases, places)
    func echoed(_ form: Form, _ place: String) async throws {
        let server = try EchoServer(form.echo)
        defer { withExtendedLifetime(server) {} }
        for path in ["error", "next", "redirect", "items"] {
            let folder = try ScratchFolder()
            try folder.write(
                #"{"source":{"type":"http","url":"\#(server.base)/\#(path)","items":".items[]",\#(place),"#
                    + #""paging":{"type":"next_url","at":".next"},"cache":{"folder":"cache","keep":"all"}},"#
                    + #""stages":[{"type":"filter","where":"if .echo then error(.echo) else true end"}],"#
                    + #""rejects":"rejects.jsonl","sinks":[{"type":"jsonl","to":"/dev/null"}]}"#, to: "p.json")
            let outcome = try await Program.run(
                ["run", "p.json", "--verbose", "--trace", "trace"], in: folder.url, environment: ["S": Self.secret])
            #expect(outcome.code == ["error": 69, "next": 69, "redirect": 69][path, default: 1], "\(outcome.messages)")
            var texts = [("messages", outcome.messages)]
            let cache = try folder.names("cache")
            for name in try folder.names().filter({ !["p.json", "cache"].contains($0) }) + cache.map({ "cache/\($0)" }) {
                texts.append((name, String(decoding: try Data(contentsOf: folder.file(name)), as: UTF8.self)))
            }
            #expect(texts.contains { $0.0.hasSuffix(".response") })
            for (name, text) in texts {
                let found = Self.tells.filter { text.range(of: $0, options: .caseInsensitive) != nil }
                #expect(found == [], "\(path): \(name): \(text)")
            }
        }
    }

    @Test("makes an online run fetch pages again, and an offline run find all") func cached() async throws {
        let secret = "access-token-0123456789"
        let requests = Counter()
        let listener = try LocalListener { connection, port in
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = unsafe recv(connection, &bytes, bytes.count, 0)
            let request = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            requests.add()
            let isFirst = !request.contains("page=2")
            let next = isFirst ? #""http://127.0.0.1:\#(port)/x?access_token=\#(secret)&page=2""# : "null"
            // The second page is for those with the token in the URL.
            let isRight = isFirst || request.contains("access_token=\(secret)")
            let body = #"{"items":[{"id":\#(isFirst ? 1 : 2)}],"next":\#(next)}"#
            let response = Array(
                "HTTP/1.1 \(isRight ? "200 OK" : "401 No")\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8)
            _ = unsafe response.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
        }
        defer { withExtendedLifetime(listener) {} }
        let folder = try ScratchFolder()
        try folder.write(
            #"{"parameters":{"mode":{"default":"revalidate"}},"source":{"type":"http","url":"http://127.0.0.1:\#(listener.port)/x","items":".items[]","#
                + #""auth":{"type":"bearer","token":{"$env":"S"}},"paging":{"type":"next_url","at":".next"},"#
                + #""cache":{"folder":"cache","fresh_seconds":600,"mode":{"$param":"mode"}}},"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        // Online, neither page comes from the cache. The first lost the token in the URL of its next page, which only the server can give
        // again. The URL of the second had a secret, and the server may give other accounts the same URL with another one.
        for (mode, count) in [("revalidate", 2), ("revalidate", 4), ("offline", 4)] {
            let outcome = try await Program.run(
                ["run", "p.json", "-q", "--set", "mode=\(mode)"], in: folder.url, environment: ["S": secret])
            #expect(outcome == .init(code: 0, output: "{\"id\":1}\n{\"id\":2}\n", messages: ""))
            #expect(requests.value == count)
        }
    }

    @Test("in a header with the next page is not stored, and the pages are found offline") func linked() async throws {
        let listener = try LocalListener { connection, port in
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = unsafe recv(connection, &bytes, bytes.count, 0)
            let request = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            let number = (1...3).last { request.contains("page_token=p\($0)") } ?? 0
            let next = "Link: </x?token=abc12&page_token=p\(number + 1)>; rel=\"next\"\r\n"
            let body = "[{\"id\":\(number)}]"
            let isRight = request.contains("token=abc12&") || request.contains("token=abc12 ")
            let response = Array(
                "HTTP/1.1 \(isRight ? "200 OK" : "401 No")\r\nContent-Length: \(body.utf8.count)\r\n\(number < 3 ? next : "")Connection: close\r\n\r\n\(body)"
                    .utf8)
            _ = unsafe response.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
        }
        defer { withExtendedLifetime(listener) {} }
        let folder = try ScratchFolder()
        try folder.write(
            #"{"parameters":{"mode":{"default":"revalidate"}},"source":{"type":"http","url":"http://127.0.0.1:\#(listener.port)/x?token=abc12","items":".[]","#
                + #""paging":{"type":"link_header"},"cache":{"folder":"cache","fresh_seconds":600,"mode":{"$param":"mode"}}},"#
                + #""sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        for mode in ["revalidate", "revalidate", "offline"] {
            let outcome = try await Program.run(["run", "p.json", "-q", "--set", "mode=\(mode)"], in: folder.url)
            #expect(outcome == .init(code: 0, output: "{\"id\":0}\n{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", messages: ""))
        }
        let names = try folder.names("cache").filter { $0.hasSuffix(".response") }
        #expect(names.count == 4)
        for name in names {
            let text = try folder.read("cache/\(name)")
            #expect(!text.contains("abc12"), "\(text)")
        }
    }
}
