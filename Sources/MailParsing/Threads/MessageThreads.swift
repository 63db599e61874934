/// Puts messages into threads by their headers, in linear time.
///
/// It follows the algorithm that Jamie Zawinski has described and RFC 5256 has as `REFERENCES`, with one change: links are made when all
/// messages are known. So the threads do not depend on the order of the messages, and a loop is found without a walk to the root.
///
/// Identifiers are kept as hashes of 128 bits, with a seed of the process, so that no sender can make two of them meet. A message takes
/// about a hundred bytes, and an identifier that only references name about 60, as a subject does.
///
/// - SeeAlso: [RFC 5256, section 3](https://www.rfc-editor.org/rfc/rfc5256#section-3),
///   [message threading](https://www.jwz.org/doc/threading.html)
public struct MessageThreads: Sendable {
    /// What the headers of a message say about its thread.
    public struct Message: Sendable {
        /// The Message-ID without brackets; nil if it has none.
        public var id: String?
        /// The identifiers in References, the oldest first.
        public var references: [String]
        /// The identifiers in In-Reply-To.
        public var inReplyTo: [String]
        /// The number of the thread if the mail provider has decided, as X-GM-THRID of Gmail.
        public var thread: String?
        /// The subject.
        public var subject: String?
        /// The date, as a number in any unit; nil if it is not known.
        public var moment: Int?

        /// Describes a message.
        public init(
            id: String?, references: [String] = [], inReplyTo: [String] = [], thread: String? = nil, subject: String? = nil,
            moment: Int? = nil
        ) {
            self.id = id
            self.references = references
            self.inReplyTo = inReplyTo
            self.thread = thread
            self.subject = subject
            self.moment = moment
        }
    }

    /// The result of ``add(_:keepsDuplicates:)``.
    public enum Addition: Equatable, Sendable {
        /// The message has this number, counted from 0.
        case added(Int)
        /// An earlier message, with this number, has the same identifier.
        case duplicate(of: Int)
    }

    /// There are more messages and identifiers than numbers of 32 bits.
    public struct TooManyMessages: Error {}

    /// The greatest number of references that are used of a message. Of a longer list, the first one and the last ones count, as
    /// [RFC 5537 3.4.4](https://www.rfc-editor.org/rfc/rfc5537#section-3.4.4) shortens it.
    public static let maxReferences = 1000

    /// A hash of an identifier, a thread's number or a subject.
    private struct Key: Hashable {
        let high: UInt64
        let low: UInt64

        init(_ text: String, _ kind: Kind) {
            var high = Hasher()
            var low = Hasher()
            high.combine(kind.rawValue)
            low.combine(~kind.rawValue)
            var text = text
            text.withUTF8 { bytes in
                unsafe high.combine(bytes: UnsafeRawBufferPointer(bytes))
                unsafe low.combine(bytes: UnsafeRawBufferPointer(bytes))
            }
            self.high = UInt64(bitPattern: Int64(high.finalize()))
            self.low = UInt64(bitPattern: Int64(low.finalize()))
        }
    }

    private enum Kind: UInt64 { case id, thread, subject }

    /// The number for "none" in lists of numbers.
    static let none: Int32 = -1

    let bySubject: Bool
    private var numbers: [Key: Int32] = [:]

    // A node is a message, or an identifier that only references name.

    /// The message of a node.
    var messages: [Int32] = []
    /// The node that the message of a node names as its parent.
    var parents: [Int32] = []
    /// The node that In-Reply-To names besides the last reference. It is the parent if it is a message and the last reference is none.
    var answered: [Int32] = []
    /// The parent of a node by the references of other messages.
    var guesses: [Int32] = []

    /// The node of a message.
    var nodes: [Int32] = []
    /// The dates of messages; ``noMoment`` if it is not known.
    var moments: [Int] = []
    /// The thread of a message that the mail provider names, as a number of 32 bits.
    var providerThreads: [Int32] = []
    /// The subject of a message, as a number of 32 bits, and its complement less 1 for a reply.
    var subjects: [Int32] = []

    /// The date of a message without a date.
    static let noMoment = Int.min

    /// - Parameter bySubject: Whether a reply that names no other message belongs to the thread with its subject.
    public init(bySubject: Bool = false) { self.bySubject = bySubject }

    /// The number of messages so far.
    public var count: Int { nodes.count }

    /// Adds a message.
    ///
    /// - Parameter keepsDuplicates: Whether a message whose identifier an earlier one has is added, as if it answered that one.
    /// - Throws: ``TooManyMessages``.
    public mutating func add(_ message: Message, keepsDuplicates: Bool = false) throws(TooManyMessages) -> Addition {
        guard max(messages.count, numbers.count) < Int(Int32.max) - Self.maxReferences - 4 else { throw TooManyMessages() }
        var node = message.id.map { self.node($0) } ?? makeNode()
        var original = Self.none
        if messages[Int(node)] != Self.none {
            guard keepsDuplicates else { return .duplicate(of: Int(messages[Int(node)])) }
            original = node
            node = makeNode()
        }
        let number = nodes.count
        messages[Int(node)] = Int32(number)
        nodes.append(node)
        moments.append(message.moment ?? Self.noMoment)
        providerThreads.append(message.thread.map { self.number(of: Key($0, .thread)) } ?? Self.none)
        subjects.append(subject(message.subject ?? ""))
        link(node, message, original)
        return .added(number)
    }

    /// Notes the parents that the headers of a message name.
    private mutating func link(_ node: Int32, _ message: Message, _ original: Int32) {
        var last = Self.none
        func isUsed(_ index: Int) -> Bool { index == 0 || index > message.references.count - Self.maxReferences }
        for (index, id) in message.references.enumerated() where isUsed(index) {
            let next = self.node(id)
            // A message that names itself says nothing.
            if next == node || next == last { continue }
            if last != Self.none, guesses[Int(next)] == Self.none { guesses[Int(next)] = last }
            last = next
        }
        let reply = message.inReplyTo.first.map { self.node($0) } ?? Self.none
        if original != Self.none {
            parents[Int(node)] = original
        } else if last == Self.none {
            parents[Int(node)] = reply == node ? Self.none : reply
        } else {
            parents[Int(node)] = last
            if reply != last, reply != node { answered[Int(node)] = reply }
        }
    }

    private mutating func node(_ id: String) -> Int32 {
        let key = Key(id, .id)
        if let node = numbers[key] { return node }
        let node = makeNode()
        numbers[key] = node
        return node
    }

    private mutating func makeNode() -> Int32 {
        messages.append(Self.none)
        parents.append(Self.none)
        answered.append(Self.none)
        guesses.append(Self.none)
        return Int32(messages.count - 1)
    }

    private mutating func number(of key: Key) -> Int32 {
        if let number = numbers[key] { return number }
        let number = Int32(numbers.count)
        numbers[key] = number
        return number
    }

    private mutating func subject(_ text: String) -> Int32 {
        let base = BaseSubject(text)
        if base.key.isEmpty { return Self.none }
        let number = self.number(of: Key(base.key, .subject))
        return base.isReply ? -2 - number : number
    }

    /// The number of a subject without the mark of a reply.
    static func number(ofSubject subject: Int32) -> Int32 { subject < none ? -2 - subject : subject }

    /// Makes the threads of all messages.
    public consuming func threads() -> MessageThreadList {
        numbers = [:]
        return ThreadBuilder(self).list()
    }
}
