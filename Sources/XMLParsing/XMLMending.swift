/// The faults that a reader mends where it meets them, because many feeds and exports have them. It reads what has none of them as strictly.
public struct XMLMending: OptionSet, Sendable {
    /// Control characters of ASCII are left out.
    public static let controlCharacters = XMLMending(rawValue: 1)
    /// An entity of HTML stands for its characters, and an ampersand that begins no reference for itself.
    public static let references = XMLMending(rawValue: 2)
    /// A document type with an external identifier, with faults, or behind the start of the root is skipped, unless it has declarations.
    public static let documentType = XMLMending(rawValue: 4)
    /// White space in front of the XML declaration is skipped. It is no mend that ``XMLReader/firstMend`` tells.
    public static let leadingSpace = XMLMending(rawValue: 8)
    /// What feeds need.
    public static let all: XMLMending = [.controlCharacters, .references, .documentType, .leadingSpace]

    /// A bit for each kind of fault.
    public let rawValue: UInt8

    /// Creates a set of kinds of faults.
    ///
    /// - Parameter rawValue: A bit for each kind of fault.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What a reader has mended.
struct XMLMends: Sendable {
    /// The fault that was mended first in the document.
    private(set) var first: XMLError?
    /// The first control character that was left out, with its offset in the text that is not read yet. Faults in front of it may follow.
    private var dropped: (error: XMLError, index: Int)?

    /// The longest name of an entity in bytes.
    static let maxNameBytes = 32

    /// Notes the first control character that was left out.
    mutating func drop(_ error: XMLError, at index: Int) {
        if first == nil, dropped == nil { dropped = (error, index) }
    }

    /// Notes a fault that was mended.
    ///
    /// - Parameters:
    ///   - error: The fault.
    ///   - index: Its offset in the text that is not read yet.
    mutating func note(_ error: XMLError, at index: Int) {
        guard first == nil else { return }
        reach(index)
        if first == nil { first = error }
    }

    /// Notes that all in front of an offset was read.
    mutating func reach(_ index: Int) {
        guard first == nil, let dropped, dropped.index <= index else { return }
        first = dropped.error
        self.dropped = nil
    }

    /// Notes that text at the start was removed.
    mutating func discard(_ count: Int) { dropped?.index -= count }
}
