import JSONParsing

extension PathCursor {
    /// Visits each element or member of the value, as it was before any change.
    ///
    /// - Returns: False if `visit` ended the search.
    mutating func enterChildren(_ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool) throws -> Bool {
        try checkDepth(adding: 1)
        try budget.chargeLook(into: source)
        if isReading || original != nil { return try enterKnownChildren(budget, visit) }
        switch try budget.decoded(value) {
        case .array(let elements): return try changeElements(elements, budget, visit)
        case .object(let object): return try changeMembers(object, budget, visit)
        default: return true
        }
    }

    private mutating func enterKnownChildren(_ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool) throws -> Bool {
        guard var children = try ChildIterator(of: source, budget) else { return true }
        let mark = budget.unheldBytes
        while !children.isAtEnd {
            try budget.step()
            let child = children.next()
            let isWanted =
                if isReading { try read(children.lastKey, child, budget, visit) } else {
                    try change(children.lastKey, original: child, budget, visit)
                }
            guard isWanted else { return false }
            if isReading { budget.release(to: mark) }
        }
        return true
    }

    private mutating func changeElements(
        _ old: consuming [JSONValue], _ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        var elements = old
        value = .null
        defer { value = .array(elements) }
        let address = MemorySize.address(of: elements)
        var isWanted = true
        for place in elements.indices where isWanted {
            try budget.step()
            swap(&value, &elements[place])
            push(.number(JSONNumber(place)))
            defer {
                pop()
                swap(&value, &elements[place])
                original = nil
            }
            isWanted = try visit(&self)
        }
        try budget.chargeChange(of: elements, since: address)
        return isWanted
    }

    private mutating func changeMembers(
        _ old: consuming JSONObject, _ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        var object = old
        value = .null
        defer { value = .object(object) }
        let address = object.address
        var isWanted = true
        for place in 0..<object.count where isWanted {
            try budget.step()
            object.exchangeValue(at: place, with: &value)
            push(.string(object[place].key))
            defer {
                pop()
                object.exchangeValue(at: place, with: &value)
                original = nil
            }
            isWanted = try visit(&self)
        }
        try budget.chargeChange(of: object, since: address)
        return isWanted
    }
}
