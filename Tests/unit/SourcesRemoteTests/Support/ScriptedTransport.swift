import Foundation
import Synchronization

@testable import HTTP

/// A transport without a network: a closure answers each request, and the requests are kept.
final class ScriptedTransport: HTTPTransport {
    private let script: @Sendable (HTTPRequest, _ number: Int) throws -> HTTPResponse
    private let sent = Mutex<[HTTPRequest]>([])

    /// - Parameter script: Returns the response to a request; `number` counts from 0.
    init(_ script: @escaping @Sendable (HTTPRequest, _ number: Int) throws -> HTTPResponse) {
        self.script = script
    }

    /// The requests so far, in order.
    var requests: [HTTPRequest] { sent.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let number = sent.withLock { sent in
            sent.append(request)
            return sent.count - 1
        }
        return try script(request, number)
    }
}

/// A body that arrives in given pieces, and perhaps breaks behind them.
final class ScriptedBody: BodyReader {
    private let state: Mutex<(pieces: [[UInt8]], error: TransportError?)>

    init(_ pieces: [[UInt8]], then error: TransportError? = nil) {
        state = Mutex((pieces.filter { !$0.isEmpty }, error))
    }

    func read() async throws -> [UInt8] {
        try state.withLock { state in
            if !state.pieces.isEmpty { return state.pieces.removeFirst() }
            if let error = state.error { throw error }
            return []
        }
    }

    func cancel() {}
}

extension HTTPResponse {
    /// A response for a script.
    static func scripted(
        _ status: Int = 200, _ headers: HTTPHeaders = ["Content-Type": "application/json"], body: String = "",
        then error: TransportError? = nil
    ) -> HTTPResponse {
        HTTPResponse(head: ResponseHead(status: status, headers: headers), body: ScriptedBody([Array(body.utf8)], then: error))
    }
}

/// Time that passes only where a decision waits.
final class ScriptedClock: Sendable {
    private let state = Mutex((time: 1_000_000.0, waits: [Double]()))

    /// The waits so far, in seconds.
    var waits: [Double] { state.withLock { $0.waits } }

    func advance(by seconds: Double) { state.withLock { $0.time += seconds } }

    /// A clock whose waits take no time. Its random number is always the same.
    func clock(random: Double = 0.5) -> NetworkClock {
        NetworkClock(
            wallTime: { self.state.withLock { $0.time } }, now: { self.state.withLock { $0.time } },
            sleep: { seconds in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.time += seconds
                    state.waits.append(seconds)
                }
            }, random: { random })
    }
}
