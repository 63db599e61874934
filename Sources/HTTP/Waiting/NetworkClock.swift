#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The clocks and the random numbers for decisions about requests. Tests inject a clock that does not sleep.
package struct NetworkClock: Sendable {
    /// Seconds since 1970, for dates of servers.
    package var wallTime: @Sendable () -> Double
    /// Seconds of a clock that never goes back, for waiting.
    var now: @Sendable () -> Double
    /// Suspends the task for a number of seconds. Throws `CancellationError` as soon as the task is cancelled.
    var sleep: @Sendable (Double) async throws -> Void
    /// A random number in 0..<1.
    var random: @Sendable () -> Double

    /// The clocks and the random generator of the system.
    static let system = NetworkClock(
        wallTime: { Date().timeIntervalSince1970 },
        now: { start.duration(to: .now) / .seconds(1) },
        sleep: { try await Task.sleep(for: .seconds($0)) },
        random: { Double.random(in: 0..<1) })

    private static let start = ContinuousClock.Instant.now
}
