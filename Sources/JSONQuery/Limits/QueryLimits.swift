/// Limits of a run. Exceeding one is an error, so that an endless program ends.
public struct QueryLimits: Sendable, Equatable {
    /// Levels of arrays and objects that a program may build. A value is released level by level on the caller's stack, at
    /// about 200 bytes each: 1,000 fit a thread with 512 KiB, jq's own 10,000 need 4 MiB.
    public var maxDepth: Int
    /// Depth of pending calls. They live on the heap, at about 200 bytes each.
    public var maxCalls: Int
    /// Steps of one run. One step is a generated value, a call, an iteration, a comparison, an instruction of a regular expression,
    /// 128 bytes or 16 elements that a built-in function goes through: 0.1 µs as a rule. So 100 million take some ten seconds, and
    /// where steps are as slow as they get, a minute.
    public var maxSteps: Int
    /// Bytes of a string that a program may build.
    public var maxLength: Int
    /// Elements of an array that a program may build, at some 32 bytes each.
    public var maxElements: Int
    /// Bytes of all values that a run has built and may still use. The input does not count.
    public var maxMemory: Int

    /// 1,000 levels of values, a million calls, 100 million steps, strings of 256 MiB, arrays of 16 million elements, 1 GiB in all.
    public static let standard = QueryLimits()

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maxDepth: Levels of arrays and objects.
    ///   - maxCalls: Levels of calls.
    ///   - maxSteps: Steps of a run.
    ///   - maxLength: Bytes of a string.
    ///   - maxElements: Elements of an array.
    ///   - maxMemory: Bytes of all values.
    public init(
        maxDepth: Int = 1000, maxCalls: Int = 1_000_000, maxSteps: Int = 100_000_000, maxLength: Int = 256 << 20,
        maxElements: Int = 16_000_000, maxMemory: Int = 1 << 30
    ) {
        self.maxDepth = maxDepth
        self.maxCalls = maxCalls
        self.maxSteps = maxSteps
        self.maxLength = maxLength
        self.maxElements = maxElements
        self.maxMemory = maxMemory
    }
}
