#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Durations and times in messages.
package enum SecondsText {
    /// A limit as the pipeline file has it, such as `30` or `0.5`.
    package static func exact(_ seconds: Double) -> String {
        seconds == seconds.rounded() && abs(seconds) < 1e15 ? String(Int(seconds)) : String(seconds)
    }

    /// A limit with its unit, such as `1 second` or `0.5 seconds`.
    package static func counted(_ seconds: Double) -> String { exact(seconds) + (seconds == 1 ? " second" : " seconds") }

    /// A measured duration, such as `31` or `0.4`: tenths below ten seconds.
    static func rounded(_ seconds: Double) -> String {
        let seconds = min(max(0, seconds), 1e12)
        return seconds < 9.95 ? exact((seconds * 10).rounded() / 10) : String(Int(seconds.rounded()))
    }

    /// A time of day with its date in local time, such as `2026-11-22 14:05:09`.
    ///
    /// - Parameter time: Seconds since 1970.
    static func localTime(_ time: Double) -> String {
        var seconds = time_t(min(max(0, time), 2e11))
        var parts = unsafe tm()
        // The C library heeds TZ and the zone of the system.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return counted(Double(seconds)) + " after 1970" }
        func padded(_ number: Int32, _ digits: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        let date = unsafe [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1), padded(parts.tm_mday)]
        let clock = unsafe [padded(parts.tm_hour), padded(parts.tm_min), padded(parts.tm_sec)]
        return date.joined(separator: "-") + " " + clock.joined(separator: ":")
    }
}
