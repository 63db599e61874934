internal import Pipeline

/// The waits that a response asks for: `Retry-After`, and the rate limit that its headers describe.
struct ServerDelay: Sendable, Equatable {
    /// The limit for the digits of a number. More are no number; fewer may still be a longer time than any run waits.
    private static let maxDigits = 300
    /// A number of seconds from which on it is a moment since 1970, and no wait: 31 years.
    private static let firstMoment = 1e9
    /// A number from which on a moment counts milliseconds.
    private static let firstMilliseconds = 1e11
    /// The moments end before the year 5000. A larger number is a wait without end.
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

    /// The seconds to wait for a number: some servers send the moment in place of the wait.
    private static func wait(_ number: Double, _ now: Double) -> Double {
        guard number >= firstMoment, number < endOfMoments else { return number }
        return max(0, (number >= firstMilliseconds ? number / 1000 : number) - now)
    }

    /// The time of the server's clock. Its `Date` has whole seconds, so that the local clock is the better one if both can agree.
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
