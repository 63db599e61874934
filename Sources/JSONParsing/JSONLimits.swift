/// How much a reader takes in before it refuses a text, so that hostile input costs an error and nothing else.
public struct JSONLimits: Sendable, Equatable {
    /// How deep arrays and objects may nest, in levels.
    public var maxDepth: Int
    /// How long one value that is held in memory may be, in bytes.
    public var maxValueBytes: Int

    /// 512 levels and 64 MiB.
    public static let standard = JSONLimits(maxDepth: 512, maxValueBytes: 64 << 20)

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maxDepth: Levels of nesting, at least 1.
    ///   - maxValueBytes: Bytes of one value. Values above 2 GiB - 1 cannot be held, whatever the limit.
    public init(maxDepth: Int = 512, maxValueBytes: Int = 64 << 20) {
        self.maxDepth = max(1, maxDepth)
        self.maxValueBytes = min(max(1, maxValueBytes), Int(Int32.max))
    }
}
