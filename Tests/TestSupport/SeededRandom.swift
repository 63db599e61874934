/// A linear congruential generator. It gives the same numbers in each run, so that a failure of a random test can be reproduced.
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter seed: Adjacent seeds give unrelated numbers.
    public init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Mixes in high bits, because the low bits of the state have short periods.
        return state ^ state >> 31
    }
}
