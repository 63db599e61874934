import Testing

@testable import HTTP

@Suite("A line of libcurl's log") struct CurlNoteTests {
    @Test(
        "tells about the end of a response",
        arguments: [
            ("Excess found in a read: excess = 3, size = 6, maxdownload = 6, bytecount = 0", CurlNote.excess),
            ("Excess found writing body: excess = 3, size = 3, maxdownload = 3, bytecount = 3", .excess),
            ("Leftovers after chunking:  7u bytes", .excess), ("TLSv1.2 (IN), TLS alert, close notify (256):", .closeNotify),
            ("TLSv1.3 (IN), TLS alert, close notify (256):\n", .closeNotify),
            ("TLSv1.3 (OUT), TLS alert, close notify (256):", nil), ("TLSv1.3 (IN), TLS handshake, Server hello (2):", .tlsMessage),
            ("TLSv1.3 (IN), TLS alert, internal error (592):", .tlsMessage), ("Trying 127.0.0.1:80...", nil), ("", nil), ("E", nil),
            ("Connection #0 to host localhost left intact", nil),
        ])
    func tells(_ line: String, _ note: CurlNote?) {
        #expect(CurlNote(Array(line.utf8).span) == note)
    }
}
