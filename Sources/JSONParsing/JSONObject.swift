/// The members of an object: keys in order, each once.
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

    private var members: [Member] = []
    /// Where each key stands; kept only for large objects.
    private var index: [String: Int] = [:]

    /// Makes an object without members.
    public init() {}

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

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
    mutating func append(_ value: JSONValue, for key: String) -> Bool {
        if let place = position(of: key) {
            members[place].value = value
            return false
        }
        members.append(Member(key: key, value: value))
        if !index.isEmpty {
            index[key] = members.count - 1
        } else if members.count > Self.indexThreshold {
            rebuildIndex()
        }
        return true
    }

    /// Gives a member another name and keeps its place. A member that already has that name is removed.
    ///
    /// - Returns: Whether there was such a member.
    @discardableResult
    public mutating func rename(_ key: String, to name: String) -> Bool {
        guard key != name else { return self[key] != nil }
        guard position(of: key) != nil else { return false }
        remove(name)
        guard let place = position(of: key) else { return false }
        members[place] = Member(key: name, value: members[place].value)
        rebuildIndex()
        return true
    }

    private mutating func remove(_ key: String) {
        guard let place = position(of: key) else { return }
        members.remove(at: place)
        rebuildIndex()
    }

    private func position(of key: String) -> Int? {
        index.isEmpty ? members.firstIndex { $0.key == key } : index[key]
    }

    private mutating func rebuildIndex() {
        index.removeAll(keepingCapacity: true)
        guard members.count > Self.indexThreshold else { return }
        for (place, member) in members.enumerated() { index[member.key] = place }
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
