import JSONParsing

extension PathCursor {
    /// Goes to each element or member in turn. The children are those of the original value.
    ///
    /// - Returns: Whether further places are wanted.
    mutating func enterChildren(_ run: Run, _ visit: (inout PathCursor) throws -> Bool) throws -> Bool {
        try checkDepth(adding: 1)
        try run.chargeLook(into: source)
        if isReading || original != nil { return try enterKnownChildren(run, visit) }
        switch try run.decoded(value) {
        case .array(let elements): return try changeElements(elements, run, visit)
        case .object(let object): return try changeMembers(object, run, visit)
        default: return true
        }
    }

    private mutating func enterKnownChildren(_ run: Run, _ visit: (inout PathCursor) throws -> Bool) throws -> Bool {
        guard var children = try Children(of: source, run) else { return true }
        let mark = run.unheldBytes
        while !children.isAtEnd {
            try run.step()
            let child = children.next()
            let isWanted =
                if isReading { try read(children.lastKey, child, run, visit) } else {
                    try change(children.lastKey, original: child, run, visit)
                }
            guard isWanted else { return false }
            if isReading { run.release(to: mark) }
        }
        return true
    }

    private mutating func changeElements(
        _ old: consuming [JSONValue], _ run: Run, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        var elements = old
        value = .null
        defer { value = .array(elements) }
        let address = MemorySize.address(of: elements)
        var isWanted = true
        for place in elements.indices where isWanted {
            try run.step()
            swap(&value, &elements[place])
            push(.number(JSONNumber(place)))
            defer {
                pop()
                swap(&value, &elements[place])
                original = nil
            }
            isWanted = try visit(&self)
        }
        try run.chargeChange(of: elements, since: address)
        return isWanted
    }

    private mutating func changeMembers(
        _ old: consuming JSONObject, _ run: Run, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        var object = old
        value = .null
        defer { value = .object(object) }
        let address = object.address
        var isWanted = true
        for place in 0..<object.count where isWanted {
            try run.step()
            object.exchangeValue(at: place, with: &value)
            push(.string(object[place].key))
            defer {
                pop()
                object.exchangeValue(at: place, with: &value)
                original = nil
            }
            isWanted = try visit(&self)
        }
        try run.chargeChange(of: object, since: address)
        return isWanted
    }
}
