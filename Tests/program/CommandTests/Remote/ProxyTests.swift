import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Runs through a proxy", .startsOnIdlePool, .timeLimit(.minutes(5))) struct ProxyTests {
    /// An answer of a proxy to CONNECT, and what a run makes of it.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let status: Int
        let attempts: Int
        let reason: String

        var testDescription: String { "\(status)" }
    }

    @Test(
        "that refuses to connect are repeated only if that may pass",
        arguments: [
            Refusal(
                status: 407, attempts: 1,
                reason: "the proxy, which the environment names, wants a user and a password (407): the variable's URL can contain them"),
            Refusal(
                status: 403, attempts: 1,
                reason: "the proxy, which the environment names, answered 403 instead of connecting to api.example.org"),
            Refusal(
                status: 503, attempts: 3,
                reason: "the proxy, which the environment names, answered 503 instead of connecting to api.example.org (3 attempts)"),
        ])
    func refused(_ example: Refusal) async throws {
        let requests = Counter()
        let proxy = try LocalListener { connection, _ in
            var bytes = [UInt8](repeating: 0, count: 8192)
            _ = unsafe recv(connection, &bytes, bytes.count, 0)
            requests.add()
            let answer = Array("HTTP/1.1 \(example.status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
            _ = unsafe answer.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
        }
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"http","url":"https://api.example.org/","items":".[]","retry":{"base_seconds":0.01,"max_attempts":3}},"#
                + #""sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        let url = "http://127.0.0.1:\(proxy.port)"
        let outcome = try await Program.run(
            ["run", "p.json"], in: folder.url,
            environment: ["https_proxy": url, "HTTPS_PROXY": url, "no_proxy": "", "NO_PROXY": ""])
        #expect(outcome.code == 69)
        let messages = outcome.messages.replacing(#/ attempts in [0-9.]+ s/#, with: " attempts")
        #expect(messages.contains("error: https://api.example.org/: page 1: \(example.reason)\n"), "\(messages)")
        #expect(requests.value == example.attempts)
    }
}
