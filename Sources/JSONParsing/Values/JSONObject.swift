/// An ordered dictionary of members with unique keys. Keys are compared by their UTF-8 bytes.
public struct JSONObject: Sendable {
    /// A key with its value.
    public struct Member: Sendable {
        /// The key.
        public let key: String
        /// The value.
        public var value: JSONValue
    }

    /// The largest number of members that are searched linearly. Larger objects have an index.
    private static let indexThreshold = 12

    private(set) var members: [Member] = []
    /// The position of each key; empty for small objects.
    private var index: [JSONKey: Int] = [:]

    /// Makes an object without members.
    public init() {}

    /// The number of members.
    public var count: Int { members.count }

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The address of the members in memory. If it changes, the members have been copied.
    package var address: UInt { unsafe members.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }

    /// Calls `body` with each member in order. Borrows the members; a `for` loop would retain each key and value.
    package func forEachMember(_ body: (borrowing Member) -> Void) {
        let members = members.span
        for index in members.indices { body(members[index]) }
    }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member. Setting an existing key keeps its position, setting a new key appends it, setting nil removes it.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            guard let newValue else { return remove(key) }
            _ = append(newValue, for: key)
        }
    }

    /// Sets a member. An existing key keeps its position; a new key is appended.
    ///
    /// - Returns: Whether the key is new.
    @discardableResult
    mutating func append(_ value: consuming JSONValue, for key: String) -> Bool {
        if let place = position(of: key) {
            members[place].value = value
            return false
        }
        appendNew(value, for: key)
        return true
    }

    /// Appends a member without searching for its key. The caller ensures that the key is new.
    package mutating func appendNew(_ value: consuming JSONValue, for key: consuming String) {
        members.append(Member(key: key, value: value))
        if !index.isEmpty {
            index[JSONKey(members[members.count - 1].key)] = members.count - 1
        } else if members.count > Self.indexThreshold {
            rebuildIndex()
        }
    }

    /// An estimate of the length as text, in bytes. Counts nested values below the members with a small constant.
    var approximateByteCount: Int {
        var count = 2
        // A span borrows the members without retaining them.
        let members = self.members.span
        for place in members.indices {
            count &+= members[place].key.utf8.count &+ 8 &+ members[place].value.approximateShallowByteCount
        }
        return count
    }

    /// The total length of all undecoded values, in bytes.
    public var undecodedByteCount: Int {
        var count = 0
        let members = self.members.span
        for place in members.indices { count &+= members[place].value.undecodedByteCount }
        return count
    }

    /// Returns the object with a separate buffer for each value.
    func detached() -> JSONObject {
        var object = self
        for place in members.indices { object.members[place].value = members[place].value.detached() }
        return object
    }

    /// Exchanges the value of the member at a position for another one, so that its owner can change it in place.
    package mutating func exchangeValue(at position: Int, with value: inout JSONValue) { swap(&members[position].value, &value) }

    /// Reserves memory for a number of members.
    package mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// Renames members simultaneously and keeps their positions. A member that is not renamed itself is removed if a renamed member
    /// takes its key.
    ///
    /// - Parameter names: Pairs of old key and new key. Missing keys are ignored.
    /// - Returns: A key that two renamed members would share, in which case nothing has changed; otherwise nil.
    public mutating func rename(_ names: some Sequence<(key: String, value: String)>) -> String? {
        var renamed: [Int: String] = [:]
        var taken: Set<JSONKey> = []
        for (key, name) in names {
            guard let place = position(of: key) else { continue }
            renamed[place] = name
            guard taken.insert(JSONKey(name)).inserted else { return name }
        }
        var changed: [Member] = []
        for (place, member) in members.enumerated() {
            if let name = renamed[place] {
                changed.append(Member(key: name, value: member.value))
            } else if !taken.contains(JSONKey(member.key)) {
                changed.append(member)
            }
        }
        members = changed
        rebuildIndex()
        return nil
    }

    /// Removes members. Missing keys are ignored.
    package mutating func remove(_ keys: [String]) {
        let places = Set(keys.compactMap(position))
        guard !places.isEmpty else { return }
        members = members.indices.filter { !places.contains($0) }.map { members[$0] }
        rebuildIndex()
    }

    private mutating func remove(_ key: String) {
        guard let place = position(of: key) else { return }
        members.remove(at: place)
        rebuildIndex()
    }

    /// The position of a member; nil if there is none.
    package func position(of key: String) -> Int? {
        index.isEmpty ? members.firstIndex { sameBytes($0.key, key) } : index[JSONKey(key)]
    }

    private mutating func rebuildIndex() {
        index.removeAll(keepingCapacity: true)
        guard members.count > Self.indexThreshold else { return }
        for (place, member) in members.enumerated() { index[JSONKey(member.key)] = place }
    }
}

extension JSONObject: RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// 0
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { members.count }
    /// The member at a position.
    public subscript(position: Int) -> Member { members[position] }

    /// Makes an object from a literal. The last of equal keys wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { append(value, for: key) }
    }

    /// Makes an object from pairs of key and value in order. The last of equal keys wins.
    public init(_ elements: some Sequence<(String, JSONValue)>) {
        for (key, value) in elements { append(value, for: key) }
    }
}

/// A key of an object, compared by its UTF-8 bytes.
///
/// Swift's `==` is true for canonically equivalent strings: "é" as one character, and "e" with a combining accent. In JSON these are
/// two different keys (RFC 8259, section 8.3).
public struct JSONKey: Hashable, Sendable {
    /// The key as text.
    public let name: String

    /// Wraps a key.
    public init(_ name: String) { self.name = name }

    /// Keys are equal if their bytes are.
    public static func == (left: JSONKey, right: JSONKey) -> Bool { sameBytes(left.name, right.name) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        guard isHashed == nil else { return }
        unsafe Array(name.utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
