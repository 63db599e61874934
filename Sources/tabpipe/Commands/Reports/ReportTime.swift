#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Times in reports.
enum ReportTime {
    /// A time in UTC, such as `2026-11-24T14:09:20.123Z`.
    static func text(_ time: Date) -> String { time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    /// A time for people, such as `2026-11-24 14:09:20 UTC`.
    static func shown(_ time: Date) -> String {
        text(time).replacing("T", with: " ").prefix { $0 != "." } + " UTC"
    }
}
