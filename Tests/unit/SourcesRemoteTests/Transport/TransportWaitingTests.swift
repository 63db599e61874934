import Foundation
import Synchronization
import TestSupport
import Testing
import WebAddresses

@testable import HTTP

/// Where a server is silent.
enum SilentPhase: String, CaseIterable, Sendable {
    case connection, head, body
}

@Suite("Waiting for a server", .startsOnIdlePool) struct TransportWaitingTests {
    /// A server that stops answering in a phase. For `connection`: an address of the documentation network, which no host has.
    private static func server(silentIn phase: SilentPhase, reached: @escaping @Sendable () -> Void) throws -> RawServer {
        try RawServer { connection in
            _ = connection.readRequest()
            if phase == .body { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc") }
            reached()
            connection.waitForEnd()
        }
    }

    @Test("ends at once when the task is cancelled", arguments: [SilentPhase.head, .body]) func cancels(phase: SilentPhase) async throws {
        let (reached, continuation) = AsyncStream<Void>.makeStream()
        let server = try Self.server(silentIn: phase) { continuation.yield() }
        var request = HTTPRequest(try #require(WebAddress(server.url())))
        // On a busy machine, the test itself may wait for its turn longer than the default limit for silence.
        request.timeouts = RequestTimeouts(connect: 10, idle: 600, total: nil)
        let reading = Task { [request] in
            let response = try await CurlTransport.shared.send(request)
            while case let piece = try await response.body.read(), !piece.isEmpty {}
        }
        for await _ in reached { break }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test("is not begun by a task that is cancelled already") func cancelledBefore() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let address = try #require(WebAddress(server.url()))
        let sending = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await CurlTransport.shared.send(HTTPRequest(address))
        }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        #expect(server.log.connections == 0)
    }

    @Test("closes the connection when the body is released unread") func released() async throws {
        let (ended, continuation) = AsyncStream<Void>.makeStream()
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            connection.waitForEnd()
            continuation.finish()
        }
        _ = try await CurlTransport.shared.send(HTTPRequest(try #require(WebAddress(server.url()))))
        for await _ in ended {}
        #expect(server.log.connections == 1)
    }

    @Test("has a limit for silence, in the head and in the body", arguments: [SilentPhase.head, .body]) func idle(phase: SilentPhase)
        async throws
    {
        let server = try Self.server(silentIn: phase) {}
        // Long enough for what the server sends, also on a busy machine.
        let limit = phase == .body ? 2 : 0.05
        let exchange = try await TransportExchange(server.url()) { $0.timeouts.idle = limit }
        #expect(exchange.error == TransportError(.idleTimeout(seconds: limit)))
        #expect(exchange.text == (phase == .body ? "abc" : ""))
    }

    @Test("has a limit for the whole request, although bytes come") func total() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n")
            while connection.send("a") { usleep(1000) }
        }
        let exchange = try await TransportExchange(server.url()) { request in
            request.timeouts.total = 0.1
            request.timeouts.idle = 60
        }
        #expect(exchange.error == TransportError(.requestTimeout(seconds: 0.1)))
    }

    @Test("has a limit for connecting") func connect() async throws {
        // A queue of one: the system answers no further connections while nothing accepts the first ones.
        let listener = try FullListener()
        let exchange = try await TransportExchange("http://127.0.0.1:\(listener.port)/") { $0.timeouts.connect = 0.05 }
        #expect(exchange.error == TransportError(.connectTimeout(seconds: 0.05), mayHaveReachedServer: false))
    }

    @Test("for a connection ends at once when the task is cancelled") func cancelsConnecting() async throws {
        let listener = try FullListener()
        let address = try #require(WebAddress("http://127.0.0.1:\(listener.port)/"))
        var request = HTTPRequest(address)
        request.timeouts.connect = 600
        let sending = Task { [request] in _ = try await CurlTransport.shared.send(request) }
        await Task.yield()
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
    }

    @Test("stops the server while the reader takes nothing, and counts as no silence") func backPressure() async throws {
        let total = 24 << 20
        let sent = Mutex(0)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let block = [UInt8](repeating: 7, count: 1 << 16)
            for _ in 0..<(total >> 16) where connection.send(block) { sent.withLock { $0 += block.count } }
            connection.waitForEnd()
        }
        var request = HTTPRequest(try #require(WebAddress(server.url())))
        request.timeouts.idle = 1
        let response = try await CurlTransport.shared.send(request)
        // Longer than the limit for silence. The buffers of the system take a few MiB; the rest stays with the server.
        _ = await onBlockingThread { usleep(1_500_000) }
        #expect(sent.withLock { $0 } < total - (2 << 20))
        var count = 0
        var largest = 0
        while case let piece = try await response.body.read(), !piece.isEmpty {
            count += piece.count
            largest = max(largest, piece.count)
            #expect(piece.last == 7)
        }
        #expect(count == total)
        #expect(largest == PieceBuffer.pieceBytes)
    }
}
