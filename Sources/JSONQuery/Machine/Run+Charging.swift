import JSONParsing

/// What work costs in steps.
extension Run {
    /// Charges for bytes that are gone through or copied.
    func charge(bytes: Int) throws { if bytes >= 0x80 { try steps(bytes >> 7) } }

    /// How much a built-in function goes through before it charges for it, in bytes: some 0.1 ms of work.
    static var blockBytes: Int { 1 << 16 }

    /// Charges for a block in a loop that has come to its end.
    ///
    /// - Parameter place: How far the loop has come, in bytes or elements.
    @inline(__always)
    func chargeBlock(at place: Int) throws {
        if place & (Self.blockBytes - 1) == 0, place > 0 { try charge(bytes: Self.blockBytes) }
    }

    /// Refuses a value that there is no room for, before it is built. It is counted when it is there.
    func checkRoom(for bytes: Int) throws {
        try allocate(bytes)
        release(to: unheldBytes - bytes)
    }

    /// Charges for elements that are gone through or copied.
    func charge(elements: Int) throws { if elements >= 0x10 { try steps(elements >> 4) } }

    /// Charges for going through a value one level deep, so that a loop over a large one ends in time.
    func charge(for value: JSONValue) throws {
        switch value {
        case .string(let string): try charge(bytes: string.utf8.count)
        case .text(let text): try charge(bytes: text.count)
        case .array(let elements): try charge(elements: elements.count)
        case .object(let object): try charge(elements: object.count)
        default: break
        }
    }

    /// From this many bytes on, looking into a value that was not decoded yet is charged for.
    static var longText: Int { 0x400 }

    /// Charges for looking into a value. Only one that was not decoded yet has to be gone through for that.
    @inline(__always)
    func chargeLook(into value: JSONValue) throws {
        if case .text(let text) = value, text.count >= Self.longText { try steps(text.count >> 7) }
    }

    /// Charges for a value that a built-in function gives, one level deep.
    func chargeResult(_ value: JSONValue) throws {
        let size = MemorySize.ofTop(value)
        guard size > 0 else { return }
        try allocate(size)
        try charge(bytes: size)
    }

    /// Appends to an array, within the limits.
    func append(_ value: consuming JSONValue, to elements: inout [JSONValue]) throws {
        try checkElements(elements.count + 1)
        if elements.count == elements.capacity { try grow(elements.capacity) }
        elements.append(value)
    }

    /// Counts the memory of an array that grows to twice its size; both are there while the elements move.
    private func grow(_ capacity: Int) throws {
        try allocate(MemorySize.array(max(2, 2 * capacity)))
        release(to: unheldBytes - MemorySize.array(capacity))
    }

    /// Charges for an array that was changed in place if it could, and for its copy if it could not.
    ///
    /// - Parameter address: Where the array's elements were before (``MemorySize``).
    func chargeChange(of elements: [JSONValue], since address: UInt) throws {
        guard MemorySize.address(of: elements) != address else { return }
        try charge(elements: elements.count)
        try allocate(MemorySize.array(elements.capacity))
    }

    /// The same for an object.
    func chargeChange(of object: JSONObject, since address: UInt) throws {
        guard object.address != address else { return }
        try charge(elements: object.count)
        try allocate(MemorySize.object(object.count))
    }

    /// The same for a string, which has room for twice its bytes when it has grown.
    func chargeChange(of text: String, since address: UInt) throws {
        guard MemorySize.address(of: text) != address else { return }
        try charge(bytes: text.utf8.count)
        try allocate(MemorySize.string(2 * text.utf8.count))
    }
}
