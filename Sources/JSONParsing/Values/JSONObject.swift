/// The members of an object: keys in order, each once. Keys are the same if their bytes in UTF-8 are.
public struct JSONObject: Sendable {
    /// One member.
    public struct Member: Sendable {
        /// The name.
        public let key: String
        /// The value.
        public var value: JSONValue
    }

    /// Up to this many members are searched one after the other; more get an index.
    private static let indexThreshold = 12

    private(set) var members: [Member] = []
    /// Where each key stands; kept only for large objects.
    private var index: [JSONKey: Int] = [:]

    /// Makes an object without members.
    public init() {}

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// Where the members are in memory. Two answers that differ say that they were copied in between.
    package var address: UInt { unsafe members.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }

    /// Lends each member to `body`, in order: a loop over the object counts an owner more for each key and value.
    package func forEachMember(_ body: (borrowing Member) -> Void) {
        let members = members.span
        for index in members.indices { body(members[index]) }
    }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member. Setting one that is there keeps its place, setting a new one appends it, setting nil removes it.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            guard let newValue else { return remove(key) }
            _ = append(newValue, for: key)
        }
    }

    /// Sets a member: in its place if the key is there, at the end otherwise.
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

    /// Appends a member whose key is known to be new, without looking for it.
    package mutating func appendNew(_ value: consuming JSONValue, for key: consuming String) {
        members.append(Member(key: key, value: value))
        if !index.isEmpty {
            index[JSONKey(members[members.count - 1].key)] = members.count - 1
        } else if members.count > Self.indexThreshold {
            rebuildIndex()
        }
    }

    /// About how long the object is as text, in bytes; what lies deeper than its values counts little.
    var approximateByteCount: Int {
        var count = 2
        // Through a span, which lends the members.
        let members = self.members.span
        for place in members.indices {
            count &+= members[place].key.utf8.count &+ 8 &+ members[place].value.approximateShallowByteCount
        }
        return count
    }

    /// The length of the values that were never decoded, in bytes.
    public var undecodedByteCount: Int {
        var count = 0
        let members = self.members.span
        for place in members.indices { count &+= members[place].value.undecodedByteCount }
        return count
    }

    /// The object with each value in a buffer of its own.
    func detached() -> JSONObject {
        var object = self
        for place in members.indices { object.members[place].value = members[place].value.detached() }
        return object
    }

    /// Makes room for a number of members.
    package mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// Gives members other names, all at once, and keeps their places. A member that has one of these names already, and
    /// gets no other, is removed.
    ///
    /// - Parameter names: For each key its new name; keys that the object lacks are passed over.
    /// - Returns: A name that two members would have got, in which case nothing has changed; otherwise nil.
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

    /// Removes members, all at once; keys that the object lacks are passed over.
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

    private func position(of key: String) -> Int? {
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
    /// A member by its place.
    public subscript(position: Int) -> Member { members[position] }

    /// Makes an object from members in order; of equal keys the last one's value is kept.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { append(value, for: key) }
    }

    /// Makes an object from members in order; of equal keys the last one's value is kept.
    public init(_ elements: some Sequence<(String, JSONValue)>) {
        for (key, value) in elements { append(value, for: key) }
    }
}
