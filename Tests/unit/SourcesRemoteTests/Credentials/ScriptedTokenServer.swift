import Foundation
import Synchronization

@testable import HTTP

/// A token server without a network. It gives `access-1`, `access-2` and so on, and may replace refresh tokens.
final class ScriptedTokenServer: TokenRequester {
    struct State {
        var requests: [HTTPRequest] = []
        /// The refresh tokens that the server takes.
        var valid: Set<String> = []
        var given = 0
    }

    /// Returns a reply in place of that of the server; nil lets the server reply.
    typealias Script = @Sendable (_ number: Int) async throws -> TokenReply?

    private let state: Mutex<State>
    private let rotates: Bool
    private let lifetime: Int?
    private let before: Script
    private let after: Script

    /// - Parameters:
    ///   - refreshToken: The refresh token that the server takes first.
    ///   - rotates: Whether each token request replaces the refresh token.
    ///   - lifetime: The value of `expires_in`.
    ///   - before: Runs before the server has received a request, which is counted from 1.
    ///   - after: Runs after the server has received a request. An error loses the response.
    init(
        refreshToken: String = "first-refresh", rotates: Bool = false, lifetime: Int? = nil, before: @escaping Script = { _ in nil },
        after: @escaping Script = { _ in nil }
    ) {
        state = Mutex(State(valid: [refreshToken]))
        self.rotates = rotates
        self.lifetime = lifetime
        self.before = before
        self.after = after
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The forms of the requests so far, decoded.
    var forms: [[String: String]] {
        requests.map { request in
            var parts = URLComponents()
            parts.percentEncodedQuery = String(decoding: request.body ?? [], as: UTF8.self).replacing("+", with: "%20")
            return Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        }
    }

    func accept(_ refreshToken: String) { state.withLock { _ = $0.valid.insert(refreshToken) } }

    func send(_ request: HTTPRequest) async throws -> TokenReply {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        if let reply = try await before(number) { return reply }
        let reply = self.reply(to: forms[number - 1])
        return try await after(number) ?? reply
    }

    private func reply(to form: [String: String]) -> TokenReply {
        state.withLock { state in
            var members: [String] = []
            if let token = form["refresh_token"] {
                guard state.valid.contains(token) else {
                    return .json(400, #"{"error":"invalid_grant","error_description":"no \#(token)"}"#)
                }
                if rotates {
                    state.valid = ["refresh-\(state.given + 1)"]
                    members.append(#""refresh_token":"refresh-\#(state.given + 1)""#)
                }
            }
            state.given += 1
            members.append(#""access_token":"access-\#(state.given)","token_type":"bearer""#)
            if let lifetime { members.append(#""expires_in":\#(lifetime)"#) }
            return .json(200, "{\(members.joined(separator: ","))}")
        }
    }
}

extension TokenReply {
    static func json(_ status: Int, _ text: String) -> TokenReply { TokenReply(status: status, body: Array(text.utf8)) }
}

extension CredentialPart {
    static func bearer(_ token: String) -> CredentialPart { .header(name: "Authorization", value: "Bearer \(token)") }
}
