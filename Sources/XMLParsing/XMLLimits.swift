/// The limits of a reader, which bound its memory.
public struct XMLLimits: Equatable, Sendable {
    /// 256 levels, 1,024 attributes, names of 1,024 bytes, tags of 4 MiB and elements of 64 MiB.
    public static let standard = XMLLimits()

    /// The memory of an element besides its texts, in bytes. It counts, because a short tag takes more than its text.
    public static let elementBytes = 96
    /// The memory of an attribute besides its texts, in bytes.
    public static let attributeBytes = 64

    /// The largest number of elements that are open at once.
    public var maxDepth: Int
    /// The largest number of attributes in one tag, with those that declare namespaces.
    public var maxAttributes: Int
    /// The longest name, in bytes of UTF-8.
    public var maxNameBytes: Int
    /// The longest tag, declaration or reference, in bytes of UTF-8.
    public var maxTagBytes: Int
    /// The longest element that ``XMLElementReader`` collects: texts, names and values, in bytes of UTF-8. Each tag in it counts as
    /// ``elementBytes`` more, and each attribute as ``attributeBytes``.
    public var maxElementBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - maxDepth: The largest number of elements that are open at once.
    ///   - maxAttributes: The largest number of attributes in one tag.
    ///   - maxNameBytes: The longest name, in bytes.
    ///   - maxTagBytes: The longest tag, in bytes.
    ///   - maxElementBytes: The longest collected element, in bytes.
    public init(
        maxDepth: Int = 256, maxAttributes: Int = 1024, maxNameBytes: Int = 1024, maxTagBytes: Int = 4 << 20,
        maxElementBytes: Int = 64 << 20
    ) {
        self.maxDepth = maxDepth
        self.maxAttributes = maxAttributes
        self.maxNameBytes = maxNameBytes
        self.maxTagBytes = maxTagBytes
        self.maxElementBytes = maxElementBytes
    }
}
