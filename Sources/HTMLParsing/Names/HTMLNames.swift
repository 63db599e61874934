/// The names of one document: the shared ones and its own.
struct HTMLNames: Sendable {
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
