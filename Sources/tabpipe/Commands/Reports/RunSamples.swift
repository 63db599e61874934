/// Samples of a run at equal intervals. A long run has as many as a short one: once there are enough, every second one goes.
struct RunSamples: Sendable {
    /// The interval of the first samples.
    private static let firstInterval = Duration.milliseconds(100)
    /// The largest number of samples.
    private static let maxCount = 200

    private(set) var list: [RunSample] = []
    /// The time until the next sample.
    private(set) var interval = firstInterval

    mutating func append(_ sample: RunSample) {
        list.append(sample)
        guard list.count > Self.maxCount else { return }
        list = list.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        interval *= 2
    }
}
