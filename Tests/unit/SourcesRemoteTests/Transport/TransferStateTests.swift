import Testing

@testable import HTTP

@Suite("The state of a transfer") struct TransferStateTests {
    private static func withHead(_ text: String = "HTTP/1.1 200 OK\r\n\r\n") -> TransferState {
        var state = TransferState()
        _ = state.receiveHead(Array(text.utf8).span)
        return state
    }

    private static func receive(_ bytes: [UInt8], _ state: inout TransferState) -> TransferState.Reception { state.receive(bytes.span) }

    @Test("gives all bytes before the failure that ended it") func failsBehindBytes() throws {
        var state = Self.withHead()
        let reception = Self.receive([1, 2], &state)
        #expect(reception == .taken)
        state.finish(TransportError(.connectionLost(bytes: 2))) { _ in false }
        let next = try state.next().next
        #expect(next == .piece([1, 2]))
        for _ in 0..<2 { #expect(throws: TransportError(.connectionLost(bytes: 2))) { _ = try state.next() } }
    }

    @Test("pauses above the limit, and goes on at half of it") func pauses() throws {
        var state = Self.withHead()
        let block = [UInt8](repeating: 1, count: 1 << 14)
        var count = 0
        while state.receive(block.span) == .taken { count += block.count }
        #expect(count == TransferState.maxUnreadBytes)
        #expect(state.isPaused)
        var pieces = 0
        while true {
            let (next, resumes) = try state.next()
            guard case .piece(let piece) = next else { break }
            pieces += 1
            #expect(piece.count == PieceBuffer.pieceBytes)
            #expect(resumes == (pieces == 2))
        }
        #expect(pieces == 4)
        #expect(!state.isPaused)
    }

    @Test("refuses bytes once it is cancelled, and keeps none") func cancelled() {
        var state = Self.withHead()
        _ = Self.receive([1], &state)
        state.cancel()
        let reception = Self.receive([2], &state)
        #expect(reception == .refused)
        #expect(state.isReady(for: .bytes))
    }

    @Test("is not at its end once it is cancelled, because bytes are dropped") func cancelledEnd() throws {
        var state = Self.withHead()
        _ = Self.receive([1], &state)
        state.finish(nil) { _ in false }
        state.cancel()
        let next = try state.next().next
        #expect(next == .wait)
    }

    @Test("names a longer body than announced, unless there is none", arguments: [true, false]) func excess(excludesBody: Bool) throws {
        var state = Self.withHead()
        state.note(.excess)
        state.finish(nil) { _ in excludesBody }
        if excludesBody {
            let next = try state.next().next
            #expect(next == .end)
        } else {
            #expect(throws: TransportError(.malformedResponse("the body is longer than its Content-Length"))) { _ = try state.next() }
        }
    }

    @Test("ends a transfer with excess at once, so that its connection is closed, and gives the body") func endsWithExcess() throws {
        var state = Self.withHead("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n")
        state.note(.excess)
        let reception = Self.receive([1], &state)
        #expect(reception == .refused)
        state.finish(TransportError(.other("write error"))) { _ in false }
        let next = try state.next().next
        #expect(next == .piece([1]))
        #expect(throws: TransportError(.malformedResponse("the body is longer than its Content-Length"))) { _ = try state.next() }
    }

    @Test("names what follows the last chunk") func chunkExcess() {
        var state = Self.withHead("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        state.note(.excess)
        state.finish(nil) { _ in false }
        #expect(throws: TransportError(.malformedResponse("something follows the last chunk of the body"))) { _ = try state.next() }
    }

    @Test(
        "needs close_notify behind a body that only the end of the connection ends",
        arguments: [
            ("HTTP/1.1 200 OK\r\n\r\n", false), ("HTTP/1.0 200 OK\r\n\r\n", false),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n", false),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n", true),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", true), ("HTTP/2 200\r\n\r\n", true),
        ])
    func closeNotify(head: String, isComplete: Bool) throws {
        for (isNoted, needsIt, excludesBody) in [
            (false, true, false), (true, true, false), (false, false, false), (false, true, true),
        ] {
            var state = Self.withHead(head)
            _ = Self.receive([1], &state)
            if isNoted { state.note(.closeNotify) }
            state.finish(nil, needsCloseNotify: needsIt) { _ in excludesBody }
            _ = try state.next()
            if isComplete || isNoted || !needsIt || excludesBody {
                let next = try state.next().next
                #expect(next == .end)
            } else {
                #expect(throws: TransportError(.unannouncedEnd(bytes: 1))) { _ = try state.next() }
            }
        }
    }

    @Test("knows when the announced length is reached") func announcedEnd() {
        for (head, ends) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 3", [false, true, true]),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", [false, false, false]),
            ("HTTP/2 200\r\nContent-Length: 3", [false, false, false]),
        ] {
            var state = Self.withHead("\(head)\r\n\r\n")
            #expect([2, 1, 1].map { state.endsBody(with: $0) } == ends)
        }
    }

    @Test("prefers the fault that it found itself") func refusal() {
        var state = TransferState()
        let reception = state.receiveHead(Array("220 ready\r\n".utf8).span)
        #expect(reception == .refused)
        state.finish(TransportError(.other("write error"))) { _ in false }
        #expect(throws: TransportError(.malformedResponse("the response begins with \"220 ready\" instead of a status line of HTTP"))) {
            try state.finishedHead()
        }
    }

    @Test("has news once for bytes that arrived") func news() {
        var state = Self.withHead()
        let news = (state.takeNews(), state.takeNews())
        #expect(news == (true, false))
    }

    @Test("keeps short bodies in small arrays, and room behind full pieces") func pieces() {
        var buffer = PieceBuffer()
        buffer.append([UInt8](repeating: 1, count: 2000).span)
        let small = buffer.take()
        #expect(small.count == 2000 && small.capacity < 8192)
        let long = [UInt8](0...255)
        for _ in 0..<(3 * PieceBuffer.pieceBytes / 256) { buffer.append(long.span) }
        var pieces: [[UInt8]] = []
        while case let piece = buffer.take(), !piece.isEmpty { pieces.append(piece) }
        #expect(pieces.map(\.count) == [PieceBuffer.pieceBytes, PieceBuffer.pieceBytes, PieceBuffer.pieceBytes])
        #expect(pieces[1].capacity >= PieceBuffer.pieceBytes + PieceBuffer.spareBytes)
        #expect(pieces.joined().enumerated().allSatisfy { Int($1) == $0 % 256 })
        #expect(buffer.isEmpty && buffer.total == 2000 + 3 * PieceBuffer.pieceBytes)
    }
}

@Suite("A line of libcurl's log") struct CurlNoteTests {
    @Test(
        "tells about the end of a response",
        arguments: [
            ("Excess found in a read: excess = 3, size = 6, maxdownload = 6, bytecount = 0", CurlLogEvent.excess),
            ("Excess found writing body: excess = 3, size = 3, maxdownload = 3, bytecount = 3", .excess),
            ("Leftovers after chunking:  7u bytes", .excess), ("TLSv1.2 (IN), TLS alert, close notify (256):", .closeNotify),
            ("TLSv1.3 (IN), TLS alert, close notify (256):\n", .closeNotify),
            ("TLSv1.3 (OUT), TLS alert, close notify (256):", nil), ("TLSv1.3 (IN), TLS handshake, Server hello (2):", .tlsMessage),
            ("TLSv1.3 (IN), TLS alert, internal error (592):", .tlsMessage), ("Trying 127.0.0.1:80...", nil), ("", nil), ("E", nil),
            ("Connection #0 to host localhost left intact", nil),
        ])
    func tells(_ line: String, _ note: CurlLogEvent?) {
        #expect(CurlLogEvent(Array(line.utf8).span) == note)
    }
}
