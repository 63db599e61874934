import JSONParsing

/// Finds values that are equal because they are the same: arrays and objects with one storage, which programs such as `[., .]` build.
///
/// A value with a NaN in it does not equal itself. So the storage is searched for one, each part of it once.
struct SharedStorage {
    /// Levels at which containers without NaN were searched, by their addresses.
    private var searched: [UInt: Int] = [:]
    /// Whether there is a NaN, or a value that is too deep for a comparison.
    private var hasException = false

    /// Whether two values have the same storage and no NaN in it. Other values may be equal, too.
    ///
    /// - Parameter depth: Levels around the values.
    mutating func isShared(_ left: JSONValue, _ right: JSONValue, depth: Int = 0, _ budget: QueryBudget?) throws -> Bool {
        guard let address = Self.address(of: left), Self.address(of: right) == address, !hasException else { return false }
        var open = [(value: left, depth: depth)]
        while let (value, depth) = open.popLast() {
            try budget?.step()
            guard let address = Self.address(of: value), depth > searched[address, default: -1] else { continue }
            searched[address] = depth
            try budget?.charge(for: value)
            switch value {
            case .array(let elements): for element in elements { visit(element, depth + 1, &open) }
            case .object(let object): object.forEachMember { visit($0.value, depth + 1, &open) }
            default: break
            }
            if hasException { return false }
        }
        return true
    }

    private mutating func visit(_ value: JSONValue, _ depth: Int, _ open: inout [(value: JSONValue, depth: Int)]) {
        switch value {
        case .array, .object:
            if depth > JSONValue.maxComparisonDepth { hasException = true }
            open.append((value, depth))
        case .number(let number): if number.storedInteger == nil, number.double.isNaN { hasException = true }
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
