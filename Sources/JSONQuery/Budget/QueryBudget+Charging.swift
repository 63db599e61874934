import JSONParsing

/// Charges for work, in steps and bytes.
extension QueryBudget {
    /// Charges for reading or copying bytes: one step per 128.
    func charge(bytes: Int) throws { if bytes >= 0x80 { try steps(bytes >> 7) } }

    /// Bytes that a built-in function processes between two charges: about 0.1 ms of work.
    static var blockBytes: Int { 1 << 16 }

    /// Charges for a block once a loop has processed it.
    ///
    /// - Parameter place: Bytes or elements that the loop has processed.
    @inline(__always)
    func chargeBlock(at place: Int) throws {
        if place & (Self.blockBytes - 1) == 0, place > 0 { try charge(bytes: Self.blockBytes) }
    }

    /// Throws if a value to be built exceeds the memory limit. Does not count its bytes.
    func checkRoom(for bytes: Int) throws {
        try allocate(bytes)
        release(to: unheldBytes - bytes)
    }

    /// Releases what was built since a mark, except the memory of a value that stays in use.
    func release(to mark: Int, keeping value: JSONValue) {
        let new = unheldBytes - mark
        if new > 0 { release(to: mark + MemorySize.of(value, upTo: new, countsText: hasParsed)) }
    }

    /// Charges for reading or copying elements: one step per 16.
    func charge(elements: Int) throws { if elements >= 0x10 { try steps(elements >> 4) } }

    /// Charges for reading a value one level deep, so that a loop over large values reaches its limit in time.
    func charge(for value: JSONValue) throws {
        switch value {
        case .string(let string): try charge(bytes: string.utf8.count)
        case .text(let text): try charge(bytes: text.count)
        case .array(let elements): try charge(elements: elements.count)
        case .object(let object): try charge(elements: object.count)
        // Digits are read anew for each comparison or computation.
        case .number(let number): try charge(bytes: 8 * number.literalByteCount)
        default: break
        }
    }

    /// Length in bytes from which reading a member of an undecoded value costs steps.
    static var longText: Int { 0x400 }

    /// Charges for reading a member of a value. Only an undecoded value has to be scanned for it.
    @inline(__always)
    func chargeLook(into value: JSONValue) throws {
        if case .text(let text) = value, text.count >= Self.longText { try steps(text.count >> 7) }
    }

    /// Charges for the output of a built-in function, one level deep.
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

    /// Counts the memory of an array that doubles: the old and the new buffer exist while the elements move.
    private func grow(_ capacity: Int) throws {
        try allocate(MemorySize.array(max(2, 2 * capacity)))
        release(to: unheldBytes - MemorySize.array(capacity))
    }

    /// Charges for the copy of an array if a change could not happen in place.
    ///
    /// - Parameter address: The address of the elements before the change (``MemorySize``).
    func chargeChange(of elements: [JSONValue], since address: UInt) throws {
        guard MemorySize.address(of: elements) != address else { return }
        try charge(elements: elements.count)
        try allocate(MemorySize.array(elements.capacity))
    }

    /// Charges for the copy of an object if a change could not happen in place.
    func chargeChange(of object: JSONObject, since address: UInt) throws {
        guard object.address != address else { return }
        try charge(elements: object.count)
        try allocate(MemorySize.object(object.count))
    }

    /// Charges for the new buffer of a string that has grown. It has room for twice the bytes.
    func chargeChange(of text: String, since address: UInt) throws {
        guard MemorySize.address(of: text) != address else { return }
        try charge(bytes: text.utf8.count)
        try allocate(MemorySize.string(2 * text.utf8.count))
    }
}
