import Testing

@testable import HTTP

/// A head as a server sends it.
struct HeadExample: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    var status = 200
    var fields: [(String, String)] = []
    var fault: ResponseHeadParser.Fault?
    var testDescription: String { name }
}

@Suite("The head of a response") struct ResponseHeadParserTests {
    static let examples = [
        HeadExample(name: "without fields", text: "HTTP/1.1 404 Not Found\r\n\r\n", status: 404),
        HeadExample(name: "of HTTP/2", text: "HTTP/2 200 \r\nserver: x\r\n\r\n", fields: [("server", "x")]),
        HeadExample(name: "without a reason", text: "HTTP/1.1 200\r\n\r\n"),
        HeadExample(
            name: "with equal names, and spaces around values", text: "HTTP/1.1 200 OK\r\nA:  x \t\r\na:y\r\n\r\n",
            fields: [("A", "x"), ("a", "y")]),
        HeadExample(name: "with lines that end with LF", text: "HTTP/1.1 200 OK\nA: x\n\n", fields: [("A", "x")]),
        HeadExample(
            name: "with a field that goes on in the next lines", text: "HTTP/1.1 200 OK\r\nA: x\r\n\ty\r\n z\r\nB: 1\r\n\r\n",
            fields: [("A", "x  y  z"), ("B", "1")]),
        HeadExample(name: "that begins with a continuation", text: "HTTP/1.1 200 OK\r\n x: y\r\nB: 1\r\n\r\n", fields: [("B", "1")]),
        HeadExample(
            name: "with lines that are no fields", text: "HTTP/1.1 200 OK\r\nnothing\r\n: x\r\na b: c\r\nD: e\r\n\r\n", fields: [("D", "e")]
        ),
        HeadExample(
            name: "with control characters", text: "HTTP/1.1 200 OK\r\nA: x\u{0}\u{1B}[2Jy\u{7F}\rz\r\n\r\n",
            fields: [("A", "x  [2Jy  z")]),
        HeadExample(
            name: "behind interim heads", text: "HTTP/1.1 100 Go\r\nX: 1\r\n\r\nHTTP/1.1 103 Hint\r\n\r\nHTTP/1.1 201 OK\r\nY: 2\r\n\r\n",
            status: 201, fields: [("Y", "2")]),
        HeadExample(name: "before a trailer", text: "HTTP/1.1 200 OK\r\nA: 1\r\n\r\nB: 2\r\n\r\n", fields: [("A", "1")]),
        HeadExample(
            name: "with the same length several times",
            text: "HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\nContent-Length:3\r\n\r\n",
            fields: [("Content-Length", "3, 3"), ("Content-Length", "3")]),
        HeadExample(
            name: "with a length that does not count behind chunks",
            text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: x\r\n\r\n",
            fields: [("Transfer-Encoding", "chunked"), ("Content-Length", "x")]),
        HeadExample(
            name: "with two lengths", text: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 6\r\n\r\n",
            fault: .badLength("3, 6")),
        HeadExample(name: "with a list of lengths", text: "HTTP/1.1 200 OK\r\nContent-Length: 6,3\r\n\r\n", fault: .badLength("6,3")),
        HeadExample(
            name: "with a length that is no number", text: "HTTP/1.1 200 OK\r\nContent-Length: 3x\r\n\r\n", fault: .badLength("3x")),
        HeadExample(name: "with an empty length", text: "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", fault: .badLength("")),
        HeadExample(
            name: "with a length beyond any document", text: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            fault: .badLength("99999999999999999999")),
        HeadExample(
            name: "with a coding other than chunks", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n",
            fields: [("Transfer-Encoding", "identity")]),
        HeadExample(name: "of another protocol", text: "SSH-2.0-x\u{7}\r\n\r\n", fault: .noStatusLine("SSH-2.0-x␇")),
        HeadExample(name: "with a status of two digits", text: "HTTP/1.1 20 OK\r\n\r\n", fault: .noStatusLine("HTTP/1.1 20 OK")),
        HeadExample(name: "with a status below 100", text: "HTTP/1.1 099 OK\r\n\r\n", fault: .noStatusLine("HTTP/1.1 099 OK")),
        HeadExample(
            name: "longer than the limit", text: "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 310_000) + "\r\n\r\n",
            fault: .tooLong),
        HeadExample(
            name: "before trailers that are longer than the limit",
            text: "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "A: x\r\n", count: 52_000), fault: .tooLong),
    ]

    private static func parse(_ pieces: [ArraySlice<UInt8>]) -> Result<ResponseHead?, ResponseHeadParser.Fault> {
        Result { () throws(ResponseHeadParser.Fault) in
            var parser = ResponseHeadParser()
            var head: ResponseHead?
            for piece in pieces { head = try parser.feed(Array(piece).span) ?? head }
            return head
        }
    }

    @Test("is parsed, wherever it is cut", arguments: examples) func parses(_ example: HeadExample) {
        var headers = HTTPHeaders()
        for (name, value) in example.fields { headers.append(name, value) }
        var head = ResponseHead(status: example.status, headers: headers)
        head.bodyEndsWithConnection =
            !example.text.hasPrefix("HTTP/2") && headers["Content-Length"] == nil && headers["Transfer-Encoding"] != "chunked"
        let expected: Result<ResponseHead?, ResponseHeadParser.Fault> = example.fault.map { .failure($0) } ?? .success(head)
        let bytes = Array(example.text.utf8)
        #expect(Self.parse([bytes[...]]) == expected)
        for cut in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
            #expect(Self.parse([bytes[..<cut], bytes[cut...]]) == expected)
        }
        guard bytes.count < 1000 else { return }
        #expect(Self.parse(bytes.indices.map { bytes[$0...$0] }) == expected)
    }

    @Test("is incomplete at every byte before its last one") func incomplete() {
        let bytes = Array("HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 200 OK\r\nA: 1\r\n\r\n".utf8)
        for end in bytes.indices { #expect(Self.parse([bytes[..<end]]) == .success(nil)) }
    }
}
