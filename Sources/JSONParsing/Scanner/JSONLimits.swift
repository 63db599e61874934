/// Limits of a JSON reader. A text beyond them is an error, so that hostile input cannot exhaust memory or the stack.
public struct JSONLimits: Sendable, Equatable {
    /// The longest supported value, in bytes: 2 GiB - 1, because ``JSONText`` stores offsets in 32 bits.
    public static let maxSupportedValueBytes = Int(Int32.max)

    /// The limit of nested arrays and objects, in levels.
    public let maxDepth: Int
    /// The limit of one value in memory, in bytes.
    public let maxValueBytes: Int

    /// 512 levels and 64 MiB.
    public static let standard = JSONLimits(maxDepth: 512, maxValueBytes: 64 << 20)
    /// For files written by hand, such as pipeline files: 128 levels and 16 MiB.
    public static let handwritten = JSONLimits(maxDepth: 128, maxValueBytes: 16 << 20)

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maxDepth: The limit of nested arrays and objects, in levels, at least 1.
    ///   - maxValueBytes: The limit of one value, in bytes, from 1 to 2 GiB - 1. Other numbers are clamped to this range.
    public init(maxDepth: Int = standard.maxDepth, maxValueBytes: Int = standard.maxValueBytes) {
        self.maxDepth = max(1, maxDepth)
        self.maxValueBytes = min(max(1, maxValueBytes), Self.maxSupportedValueBytes)
    }

    /// Throws ``JSONError/Reason/tooLarge(limit:)`` if a text is longer than ``maxValueBytes``.
    func checkSize(of text: [UInt8]) throws(JSONError) {
        guard text.count <= maxValueBytes else { throw JSONError(.tooLarge(limit: maxValueBytes), offset: maxValueBytes) }
    }
}
