internal import Pipeline

/// A rate limit as the headers of a response describe it.
package struct RateWindow: Sendable, Equatable {
    /// The number of requests that the server still takes; nil if it does not say.
    package var remaining: Int?
    /// The seconds until the server takes more; nil if it does not say.
    package var reset: Double?

    /// The names of the fields of servers that use one for each number.
    private static let pairs = [
        (remaining: "RateLimit-Remaining", reset: "RateLimit-Reset"), (remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset"),
        (remaining: "X-Rate-Limit-Remaining", reset: "X-Rate-Limit-Reset"),
    ]

    init(remaining: Int?, reset: Double?) {
        self.remaining = remaining
        self.reset = reset
    }

    /// Reads the header families in the order of how exact they are; nil if there is none.
    ///
    /// - Parameters:
    ///   - headers: The headers of the response.
    ///   - serverTime: Returns the time of the server's clock, in seconds since 1970. Called only for headers that need it.
    /// - SeeAlso: draft-ietf-httpapi-ratelimit-headers-10 for `RateLimit`
    package init?(_ headers: HTTPHeaders, serverTime: () -> Double) {
        let listed = headers.values(of: "RateLimit").flatMap { Self.listed($0, serverTime: serverTime) }
        if let strictest = listed.min(by: Self.isStricter) {
            self = strictest
            return
        }
        for names in Self.pairs {
            let remaining = headers[names.remaining].flatMap(Self.count)
            let reset = headers[names.reset].flatMap { Self.reset($0, serverTime: serverTime) }
            if remaining == nil, reset == nil { continue }
            self.init(remaining: remaining, reset: reset)
            return
        }
        return nil
    }

    /// Whether the limit is used up.
    var isExhausted: Bool { remaining == 0 }

    /// Whether a limit leaves fewer requests than another one, or leaves as many and resets later.
    private static func isStricter(_ one: RateWindow, _ other: RateWindow) -> Bool {
        let (left, right) = (one.remaining ?? .max, other.remaining ?? .max)
        return left == right ? (one.reset ?? 0) > (other.reset ?? 0) : left < right
    }

    /// The limits of a `RateLimit` field: `"default";r=0;t=30, "day";r=5;t=3000`, or `limit=9, remaining=0, reset=30` of older drafts.
    private static func listed(_ value: String, serverTime: () -> Double) -> [RateWindow] {
        let items = HTTPHeaders.split(value, at: UInt8(ascii: ",")).map { item in
            HTTPHeaders.split(item, at: UInt8(ascii: ";")).compactMap { part -> (name: String, value: String)? in
                let sides = part.split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { return nil }
                return (sides[0].trimmingSpaces.lowercased(), sides[1].trimmingSpaces)
            }
        }
        func window(_ parts: [(name: String, value: String)], _ remaining: String, _ reset: String) -> RateWindow? {
            let count = parts.first { $0.name == remaining }.flatMap { Self.count($0.value) }
            let seconds = parts.first { $0.name == reset }.flatMap { Self.reset($0.value, serverTime: serverTime) }
            return count == nil && seconds == nil ? nil : RateWindow(remaining: count, reset: seconds)
        }
        let windows = items.compactMap { window($0, "r", "t") }
        if !windows.isEmpty { return windows }
        return window(items.flatMap(\.self), "remaining", "reset").map { [$0] } ?? []
    }

    private static func count(_ text: String) -> Int? { ServerDelay.number(text.trimmingSpaces).map { Int(min($0, 1e15)) } }

    /// The seconds of a reset. Servers send seconds to wait, seconds since 1970, or milliseconds since 1970; the size tells which. Some
    /// send a time as RFC 3339 writes it.
    private static func reset(_ text: String, serverTime: () -> Double) -> Double? {
        let text = text.trimmingSpaces
        guard let value = ServerDelay.number(text) else { return CursorTime(text).map { max(0, Double($0.seconds) - serverTime()) } }
        return switch value {
        case ..<1e6: value
        case ..<1e11: max(0, value - serverTime())
        default: max(0, value / 1000 - serverTime())
        }
    }
}
