/// A linear congruential generator: the same numbers in each run, so that what a random test finds can be found again.
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter seed: Neighbouring seeds give unlike numbers.
    public init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 }

    /// The next number.
    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // The low bits of the state alone have short periods.
        return state ^ state >> 31
    }
}
