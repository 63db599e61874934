internal import Ground

/// The waits that a response requests: `Retry-After`, and the rate limit that its headers describe.
struct ServerDelay: Sendable, Equatable {
    /// The limit for the characters of a number. A longer text counts as no number.
    private static let maxDigits = 300
    /// From here on, a number is a Unix time instead of a wait: 31 years in seconds.
    private static let firstMoment = 1e9
    /// From here on, a Unix time is in milliseconds.
    private static let firstMilliseconds = 1e11
    /// From here on, a number is an endless wait: a Unix time of this size is later than the year 5000.
    private static let endOfMoments = 1e14

    /// The seconds until the next request, by `Retry-After`; nil without a valid one.
    var retryAfter: Double?
    /// The rate limit; nil if no header describes one.
    var window: RateWindow?

    init(retryAfter: Double? = nil, window: RateWindow? = nil) {
        self.retryAfter = retryAfter
        self.window = window
    }

    /// Reads the headers of a response. Invalid ones are ignored.
    ///
    /// - Parameters:
    ///   - head: The head.
    ///   - now: The local time when it arrived, in seconds since 1970.
    init(_ head: ResponseHead, now: Double) {
        retryAfter = head.headers["Retry-After"].flatMap { value in
            Self.seconds(value).map { Self.wait($0, Self.serverTime(head, now: now)) }
                ?? HTTPDate.seconds(value, now: now).map { max(0, $0 - Self.serverTime(head, now: now)) }
        }
        window = RateWindow(head.headers) { Self.serverTime(head, now: now) }
    }

    /// Whether a response with these waits says that a rate limit was met. Some servers say it with 403.
    func isRateLimit(status: Int) -> Bool { status == 429 || (status == 403 && (retryAfter != nil || window?.isExhausted == true)) }

    /// The seconds to wait for a number: some servers send a Unix time in place of the wait.
    private static func wait(_ number: Double, _ now: Double) -> Double {
        guard number >= firstMoment, number < endOfMoments else { return number }
        return max(0, (number >= firstMilliseconds ? number / 1000 : number) - now)
    }

    /// The time of the server's clock. The header `Date` has whole seconds, so the local time is more exact within that second.
    private static func serverTime(_ head: ResponseHead, now: Double) -> Double {
        guard let date = head.headers["Date"].flatMap({ HTTPDate.seconds($0, now: now) }) else { return now }
        return min(max(now, date), date + 1)
    }

    /// The seconds of `Retry-After`. A field that stands twice may arrive as a list; its longest time counts.
    private static func seconds(_ value: String) -> Double? {
        let numbers = HTTPHeaders.split(value, at: UInt8(ascii: ",")).map { number($0.trimmingSpaces) }
        return numbers.contains(nil) ? nil : numbers.compactMap(\.self).max()
    }

    /// A decimal number that is not negative, such as `30` or `1.5`; nil for other texts.
    static func number(_ text: some StringProtocol) -> Double? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = text.utf8.first, digits.contains(first), text.utf8.count <= maxDigits,
            text.utf8.allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(String(text))
    }
}

/// A rate limit as the headers of a response describe it.
package struct RateWindow: Sendable, Equatable {
    /// The number of requests that the server still accepts; nil if it does not say.
    package var remaining: Int?
    /// The seconds until the server accepts more; nil if it does not say.
    package var reset: Double?

    /// The names of header fields of servers that send each number in a field of its own.
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
