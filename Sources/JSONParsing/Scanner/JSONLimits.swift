/// How much a reader takes in before it refuses a text, so that hostile input costs an error and nothing else.
public struct JSONLimits: Sendable, Equatable {
    /// The longest value that can be held, in bytes: 2 GiB - 1. Places in a buffer are numbers of 32 bits (``JSONText``).
    package static let maxSupportedValueBytes = Int(Int32.max)

    /// How deep arrays and objects may nest, in levels.
    public let maxDepth: Int
    /// How long one value that is held in memory may be, in bytes.
    public let maxValueBytes: Int

    /// 512 levels and 64 MiB.
    public static let standard = JSONLimits(maxDepth: 512, maxValueBytes: 64 << 20)
    /// For files that people write: 128 levels and 16 MiB.
    public static let handwritten = JSONLimits(maxDepth: 128, maxValueBytes: 16 << 20)

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maxDepth: Levels of nesting, at least 1.
    ///   - maxValueBytes: Bytes of one value. Values above 2 GiB - 1 cannot be held, whatever the limit.
    public init(maxDepth: Int = standard.maxDepth, maxValueBytes: Int = standard.maxValueBytes) {
        self.maxDepth = max(1, maxDepth)
        self.maxValueBytes = min(max(1, maxValueBytes), Self.maxSupportedValueBytes)
    }

    /// Refuses a text that is longer than one value may be.
    func checkSize(of text: [UInt8]) throws(JSONError) {
        guard text.count <= maxValueBytes else { throw JSONError(.tooLarge(limit: maxValueBytes), offset: maxValueBytes) }
    }
}
