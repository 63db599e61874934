import JSONParsing

/// Finds values that are equal because they are the same: arrays and objects with one storage, which programs such as `[., .]` build.
///
/// A value with a NaN in it does not equal itself. So the storage is searched for one, each part of it once.
struct SharedStorage {
    /// Addresses of containers without NaN.
    private var searched: Set<UInt> = []
    private var hasFoundNaN = false

    /// Whether two values have the same storage and no NaN in it. Other values may be equal, too.
    mutating func isShared(_ left: JSONValue, _ right: JSONValue, _ run: Run?) throws -> Bool {
        guard let address = Self.address(of: left), Self.address(of: right) == address, !hasFoundNaN else { return false }
        var open = [left]
        while let value = open.popLast() {
            try run?.step()
            guard let address = Self.address(of: value), searched.insert(address).inserted else { continue }
            try run?.charge(for: value)
            switch value {
            case .array(let elements): for element in elements { visit(element, &open) }
            case .object(let object): object.forEachMember { visit($0.value, &open) }
            default: break
            }
            if hasFoundNaN { return false }
        }
        return true
    }

    private mutating func visit(_ value: JSONValue, _ open: inout [JSONValue]) {
        switch value {
        case .array, .object: open.append(value)
        case .number(let number): if number.storedInteger == nil, number.double.isNaN { hasFoundNaN = true }
        default: break
        }
    }

    /// The address of a decoded container; nil if it is empty.
    static func address(of value: JSONValue) -> UInt? {
        switch value {
        case .array(let elements): elements.isEmpty ? nil : MemorySize.address(of: elements)
        case .object(let object): object.isEmpty ? nil : object.address
        default: nil
        }
    }
}
