internal import Foundation

/// Durations and times in messages.
enum SecondsText {
    /// A limit as the pipeline file has it, such as `30` or `0.5`.
    static func exact(_ seconds: Double) -> String {
        seconds == seconds.rounded() && abs(seconds) < 1e15 ? String(Int(seconds)) : String(seconds)
    }

    /// A limit with its unit, such as `1 second` or `0.5 seconds`.
    static func counted(_ seconds: Double) -> String { exact(seconds) + (seconds == 1 ? " second" : " seconds") }

    /// A measured duration, such as `31` or `0.4`: tenths below ten seconds.
    static func rounded(_ seconds: Double) -> String {
        let seconds = min(max(0, seconds), 1e12)
        return seconds < 9.95 ? exact((seconds * 10).rounded() / 10) : String(Int(seconds.rounded()))
    }

    /// A time of day with its date in local time, such as `2026-11-22 14:05:09`.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970.
    ///   - zone: The time zone.
    static func localTime(_ time: Double, zone: TimeZone = .current) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone).year().month().day().time(
            includingFractionalSeconds: false)
        return Date(timeIntervalSince1970: min(max(0, time), 2e11)).formatted(style)
    }
}
