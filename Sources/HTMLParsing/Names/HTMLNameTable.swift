/// The number of an element name or attribute name.
///
/// A number below `HTMLNameTable.standard.count` is a name that all documents share: 0 is the empty name, then come the names of `HTMLTag`,
/// then those of `HTMLKnownName`. A higher number is a name of one document.
typealias HTMLNameID = Int32

/// A set of names that assigns a number to each.
///
/// A hash table with open addressing: `slots` holds numbers of entries, and an entry holds the range of its name in `bytes`. The hash is
/// seeded per process, so that an attacker cannot craft names that collide.
struct HTMLNameTable: Sendable {
    private struct Entry: Sendable {
        var start: UInt32
        var count: UInt32
        var hash: UInt32
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var slots: [Int32] = []

    var count: Int { entries.count }

    /// The names that all documents share.
    static let standard: HTMLNameTable = {
        var table = HTMLNameTable()
        table.add("".utf8.span)
        for name in HTMLTag.names.split(separator: " ") { table.add(String(name).utf8.span) }
        for name in HTMLKnownName.all { table.add(name.utf8.span) }
        return table
    }()

    /// The shared names as strings, so that reading a name does not allocate.
    static let standardNames: [String] = (0..<standard.count).map { standard.string(HTMLNameID($0)) }

    private static let seed = UInt64.random(in: .min ... .max)

    /// Returns the number of a name, or nil if the table does not contain it.
    func find(_ name: Span<UInt8>) -> HTMLNameID? {
        find(name, hash: Self.hash(name))
    }

    func find(_ name: Span<UInt8>, hash: UInt32) -> HTMLNameID? {
        if slots.isEmpty { return nil }
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if entry.hash == hash, Int(entry.count) == name.count, equals(entry, name) { return slots[slot] }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Returns the number of a name. Adds the name if it is new.
    @discardableResult
    mutating func add(_ name: Span<UInt8>) -> HTMLNameID {
        let hash = Self.hash(name)
        return find(name, hash: hash) ?? insert(name, hash: hash)
    }

    mutating func insert(_ name: Span<UInt8>, hash: UInt32) -> HTMLNameID {
        if (entries.count + 1) * 2 > slots.count { grow() }
        let id = Int32(entries.count)
        entries.append(Entry(start: UInt32(truncatingIfNeeded: bytes.count), count: UInt32(truncatingIfNeeded: name.count), hash: hash))
        bytes.append(span: name)
        place(id, hash: hash)
        return id
    }

    func string(_ id: HTMLNameID) -> String {
        let entry = entries[Int(id)]
        return String(decoding: bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)], as: UTF8.self)
    }

    /// Appends the name's bytes to `output`.
    func append(_ id: HTMLNameID, to output: inout [UInt8]) {
        let entry = entries[Int(id)]
        output.append(contentsOf: bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)])
    }

    func hasPrefix(_ prefix: StaticString, _ id: HTMLNameID) -> Bool {
        let entry = entries[Int(id)]
        return bytes.begins(with: prefix, Int(entry.start)..<Int(entry.start) + Int(entry.count))
    }

    private func equals(_ entry: Entry, _ name: Span<UInt8>) -> Bool {
        let start = Int(entry.start)
        for index in name.indices where bytes[start + index] != name[index] { return false }
        return true
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: max(16, slots.count * 2))
        for (index, entry) in entries.enumerated() { place(Int32(index), hash: entry.hash) }
    }

    private mutating func place(_ id: Int32, hash: UInt32) {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = id
    }

    static func hash(_ name: Span<UInt8>) -> UInt32 {
        var hash = seed ^ UInt64(truncatingIfNeeded: name.count)
        var offset = 0
        while offset < name.count {
            let word = partialWord(at: offset, in: name)
            hash = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
            hash ^= hash >> 32
            offset += 8
        }
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 29))
    }
}

/// The names of one document: the shared ones and its own.
struct HTMLDocumentNames: Sendable {
    private var own = HTMLNameTable()

    /// Returns the number of a name. An unknown name becomes one of the document's own.
    mutating func add(_ name: Span<UInt8>) -> HTMLNameID {
        let hash = HTMLNameTable.hash(name)
        let shared = HTMLNameTable.standard
        if let id = shared.find(name, hash: hash) { return id }
        return HTMLNameID(shared.count) + (own.find(name, hash: hash) ?? own.insert(name, hash: hash))
    }

    /// Returns the number of a name, or nil if no node of the document can have it.
    func find(_ name: Span<UInt8>) -> HTMLNameID? {
        let hash = HTMLNameTable.hash(name)
        let shared = HTMLNameTable.standard
        if let id = shared.find(name, hash: hash) { return id }
        return own.find(name, hash: hash).map { HTMLNameID(shared.count) + $0 }
    }

    func string(_ id: HTMLNameID) -> String {
        let shared = HTMLNameTable.standardNames
        return Int(id) < shared.count ? shared[Int(id)] : own.string(id - HTMLNameID(shared.count))
    }

    /// Appends the name's bytes to `output`.
    func append(_ id: HTMLNameID, to output: inout [UInt8]) {
        let shared = HTMLNameTable.standard
        if Int(id) < shared.count { shared.append(id, to: &output) } else { own.append(id - HTMLNameID(shared.count), to: &output) }
    }

    /// Whether the name belongs to Confluence's storage format: `ac:link`, `ri:page`.
    func isStorageFormat(_ id: HTMLNameID) -> Bool {
        let shared = HTMLNameTable.standard.count
        return Int(id) >= shared && (own.hasPrefix("ac:", id - HTMLNameID(shared)) || own.hasPrefix("ri:", id - HTMLNameID(shared)))
    }
}
