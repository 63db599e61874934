import ImageHeaders
import Checksums
import Synchronization
import WebAddresses

@testable import HTTP
@testable import Assets

/// A site with images, which answers conditional requests.
final class ImageSite: HTTPTransport {
    private struct State {
        var files: [String: [UInt8]]
        var requests: [HTTPRequest] = []
        var statuses: [Int] = []
    }

    private let state: Mutex<State>

    init(_ files: [String: [UInt8]]) { state = Mutex(State(files: files)) }

    var files: [String: [UInt8]] { state.withLock { $0.files } }
    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var asked: [String] { requests.map(\.address.path) }
    var statuses: [Int] { state.withLock { $0.statuses } }

    func change(_ path: String, to bytes: [UInt8]) { state.withLock { $0.files[path] = bytes } }

    /// The part of a name that is the hash of the content.
    static func hash(_ bytes: [UInt8]?) -> String {
        String(AssetName.name(stem: "", sha256: SHA256Hasher.hex(of: bytes ?? []), kind: .png).dropFirst().dropLast(4))
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        try ConnectionGuard.check(request)
        for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
        return state.withLock { state in
            state.requests.append(request)
            guard let bytes = state.files[request.address.path] else { return respond(404, [:], [], &state) }
            let tag = "\"\(Self.hash(bytes))\""
            if request.headers["If-None-Match"] == tag { return respond(304, ["ETag": tag], [], &state) }
            return respond(200, ["ETag": tag, "Content-Type": "image/png"], bytes, &state)
        }
    }

    private func respond(_ status: Int, _ headers: HTTPHeaders, _ body: [UInt8], _ state: inout State) -> HTTPResponse {
        state.statuses.append(status)
        return HTTPResponse(head: ResponseHead(status: status, headers: headers), body: ScriptedBody([body]))
    }
}
