internal import JSONParsing
internal import JSONQuery
internal import Pipeline

/// The records of a second source with one key.
struct JoinGroup {
    let key: JSONValue
    /// The key as bytes, which sort as the keys do.
    let bytes: [UInt8]
    /// The place of the first record.
    let origin: Origin
    /// The values that the records give: all of them, or the first one.
    private(set) var values: [JSONValue]
    /// The number of records.
    private(set) var count = 1
    /// Whether the values take more memory than a list may.
    private(set) var isTooLarge: Bool
    private var memory: Int

    /// Begins a group with the list of a key and a value.
    fileprivate init(_ record: Record, maxBytes: Int) throws {
        let pair = record.value.array ?? []
        key = pair.first ?? .null
        bytes = try key.orderKey
        origin = record.origin
        values = Array(pair.dropFirst())
        memory = record.memoryBytes
        isTooLarge = memory > maxBytes
    }

    fileprivate mutating func add(_ record: Record, keepsAll: Bool, maxBytes: Int) {
        count += 1
        guard keepsAll, !isTooLarge else { return }
        memory += record.memoryBytes
        isTooLarge = memory > maxBytes
        if isTooLarge { values = [] } else { values += record.value.array?.dropFirst() ?? [] }
    }
}

/// Reads the groups of a second source in the order of their keys.
struct JoinGroups: ~Copyable {
    private var sorter: RecordSorter
    private let keepsAll: Bool
    private let maxBytes: Int
    private let tally: JoinTally
    /// The first record of the next group.
    private var ahead: Record?

    /// - Parameters:
    ///   - sorter: The records: lists of a key and a value.
    ///   - keepsAll: Whether a group keeps all values, and not the first one alone.
    ///   - maxBytes: The size of the values of a group, in bytes.
    init(_ sorter: consuming RecordSorter, keepsAll: Bool, maxBytes: Int, _ tally: JoinTally) {
        self.sorter = sorter
        self.keepsAll = keepsAll
        self.maxBytes = maxBytes
        self.tally = tally
    }

    /// Returns the next group; nil at the end.
    mutating func next() throws -> JoinGroup? {
        try Task.checkCancellation()
        let first: Record
        if let record = ahead.take() {
            first = record
        } else if let next = try sorter.next() {
            first = next.record
        } else {
            return nil
        }
        var group = try JoinGroup(first, maxBytes: keepsAll ? maxBytes : .max)
        while let next = try sorter.next() {
            if next.isFirstOfKey {
                ahead = next.record
                break
            }
            group.add(next.record, keepsAll: keepsAll, maxBytes: maxBytes)
        }
        tally.noteGroup(group)
        return group
    }
}

/// The groups of a second source in memory.
struct JoinTable: ~Copyable {
    private var groups: [JoinGroup] = []
    private var places: [[UInt8]: Int] = [:]
    private var isUsed: [Bool] = []

    init(_ all: consuming JoinGroups) throws {
        while let group = try all.next() {
            places[group.bytes] = groups.count
            groups.append(group)
        }
        isUsed = Array(repeating: false, count: groups.count)
    }

    /// Returns the group of a key. If there is none, it notes a key that differs in its type alone (a number or a text).
    mutating func group(of key: JSONValue, at origin: Origin, _ tally: JoinTally) throws -> JoinGroup? {
        if key.isMissingKey { return nil }
        let bytes = try key.orderKey
        if let place = places[bytes] {
            isUsed[place] = true
            return groups[place]
        }
        for other in [key.withTexts, key.withNumbers] where other != key {
            let bytes = try other.orderKey
            guard let place = places[bytes] else { continue }
            let group = groups[place]
            tally.noteOtherType(key, at: origin, instead: group.key, at: group.origin)
            break
        }
        return nil
    }

    /// The number of keys that no record has.
    var unusedCount: Int { isUsed.count { !$0 } }
}

/// Goes through the groups of a second source, as keys come in their order.
struct JoinCursor: ~Copyable {
    private var groups: JoinGroups
    private var current: JoinGroup?
    private var isUsed = false
    private var unusedCount = 0
    private var samples = KeySamples()

    init(_ groups: consuming JoinGroups) { self.groups = groups }

    /// Reads the first group.
    mutating func begin() throws { current = try groups.next() }

    /// Finds the group of a key, which does not precede the keys before it; nil if there is none.
    mutating func group(of key: JSONValue, at origin: Origin, _ tally: JoinTally) throws -> JoinGroup? {
        if key.isMissingKey { return nil }
        let bytes = try key.orderKey
        while let group = current, JSONOrderKey.order(group.bytes.span, bytes.span) < 0 { try advance(behind: group, tally) }
        if let group = current, group.bytes == bytes {
            isUsed = true
            return group
        }
        samples.add(key, at: origin, isSecond: false, tally)
        return nil
    }

    /// Reads the groups that are left.
    ///
    /// - Returns: The number of keys that no record has.
    mutating func countUnused(_ tally: JoinTally) throws -> Int {
        while let group = current { try advance(behind: group, tally) }
        return unusedCount
    }

    private mutating func advance(behind group: JoinGroup, _ tally: JoinTally) throws {
        if !isUsed {
            unusedCount += 1
            samples.add(group.key, at: group.origin, isSecond: true, tally)
        }
        current = try groups.next()
        isUsed = false
    }
}

/// Some keys without a partner, from which a merge finds those that have a partner of another type.
private struct KeySamples {
    /// The limit of keys of each side.
    private static let maxKeys = 10_000

    private struct Sample {
        let key: JSONValue
        let origin: Origin
        var count = 1
    }

    private var first: [String: Sample] = [:]
    private var second: [String: Sample] = [:]

    /// Adds a key, or finds its partner.
    mutating func add(_ key: JSONValue, at origin: Origin, isSecond: Bool, _ tally: JoinTally) {
        let text = key.withTexts
        guard text != key || key.withNumbers != key else { return }
        let name = text.compactText
        if isSecond {
            if let other = first[name], other.key != key {
                tally.noteOtherType(other.key, at: other.origin, instead: key, at: origin, count: other.count)
            } else if second.count < Self.maxKeys {
                second[name] = Sample(key: key, origin: origin)
            }
        } else if let other = second[name], other.key != key {
            tally.noteOtherType(key, at: origin, instead: other.key, at: other.origin)
        } else if first[name] != nil || first.count < Self.maxKeys {
            first[name, default: Sample(key: key, origin: origin, count: 0)].count += 1
        }
    }
}

extension JSONValue {
    /// Whether the value is no key: null, or a list with null in it.
    var isMissingKey: Bool { isNull || array?.contains(where: \.isNull) == true }

    /// The bytes of the value as a key.
    var orderKey: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            try JSONOrderKey.append(self, to: &bytes, limit: RecordSorter.maxKeyBytes)
            return bytes
        }
    }

    /// The key with texts in place of numbers.
    fileprivate var withTexts: JSONValue {
        if let list = array { return .array(list.map(\.withTexts)) }
        return number.map { .string($0.text) } ?? self
    }

    /// The key with numbers in place of texts, as far as these are numbers.
    fileprivate var withNumbers: JSONValue {
        if let list = array { return .array(list.map(\.withNumbers)) }
        return string.flatMap { JSONNumber(literal: $0) }.map { .number($0) } ?? self
    }
}
