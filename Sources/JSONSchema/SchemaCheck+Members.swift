internal import JSONParsing
internal import JSONQuery

// Keywords about objects.
extension SchemaCheck {
    mutating func fits(_ value: JSONValue, _ keywords: ObjectKeywords) throws -> Bool {
        guard case .object(let object) = try value.decoded() else { return true }
        var fits = true
        for key in keywords.required where object.position(of: key) == nil {
            fits = violate("required", at: .key(key)) { _ in "is missing" }
            guard goesOn else { return false }
        }
        if keywords.readsAllMembers {
            if try !fitsAll(object, value, keywords) {
                guard goesOn else { return false }
                fits = false
            }
        } else {
            for (key, node) in keywords.properties {
                guard let member = object[key], try !self.fits(member, node, at: .key(key)) else { continue }
                guard goesOn else { return false }
                fits = false
            }
        }
        if keywords.dependentRequired.isEmpty, keywords.dependentSchemas.isEmpty { return fits }
        return try fitsDependents(object, value, keywords) && fits
    }

    /// Checks each member of an object.
    private mutating func fitsAll(_ object: JSONObject, _ value: JSONValue, _ keywords: ObjectKeywords) throws -> Bool {
        var fits = true
        if let fault = keywords.count.fault(of: object.count) {
            fits = violate(fault.keyword) { _ in "expected \(fault.bound) members, found \(object.count)" }
            guard goesOn else { return false }
        }
        for member in object where try !self.fits(member, keywords) {
            guard goesOn else { return false }
            fits = false
        }
        return fits
    }

    private mutating func fits(_ member: JSONObject.Member, _ keywords: ObjectKeywords) throws -> Bool {
        var isKnown = false
        var fits = true
        if let names = keywords.names, try !fitsQuietly(.string(member.key), names) {
            let violation = collects ? try firstViolation(of: .string(member.key), names) : nil
            fits = violate("propertyNames", at: .key(member.key)) { _ in
                "the name does not fit: \(violation?.reason ?? "") (\(violation?.keyword ?? ""))"
            }
            guard goesOn else { return false }
        }
        if let place = keywords.places[JSONKey(member.key)] {
            isKnown = true
            fits = try self.fits(member.value, keywords.properties[place].node, at: .key(member.key)) && fits
            if !fits, !goesOn { return false }
        }
        for (pattern, node) in keywords.patterns where try pattern.matches(member.key) {
            isKnown = true
            fits = try self.fits(member.value, node, at: .key(member.key)) && fits
            if !fits, !goesOn { return false }
        }
        guard !isKnown, let additional = keywords.additional else { return fits }
        if nodes[additional].isNothing {
            return violate("additionalProperties", at: .key(member.key)) { _ in
                "is not allowed\(Self.hint(for: member.key, keywords))"
            }
        }
        return try self.fits(member.value, additional, at: .key(member.key)) && fits
    }

    private static func hint(for key: String, _ keywords: ObjectKeywords) -> String {
        NameSuggestion.nearest(to: key, in: keywords.properties.map(\.key)).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private mutating func fitsDependents(_ object: JSONObject, _ value: JSONValue, _ keywords: ObjectKeywords) throws -> Bool {
        var fits = true
        for (key, required) in keywords.dependentRequired where object.position(of: key) != nil {
            for name in required where object.position(of: name) == nil {
                let cause = JSONPathStep.text(of: [.key(key)])
                fits = violate("dependentRequired", at: .key(name)) { _ in "is missing, although \(cause) is there" }
                guard goesOn else { return false }
            }
        }
        for (key, node) in keywords.dependentSchemas where object.position(of: key) != nil {
            fits = try self.fits(value, node) && fits
            if !fits, !goesOn { return false }
        }
        return fits
    }
}

// Keywords about arrays.
extension SchemaCheck {
    mutating func fits(_ value: JSONValue, _ keywords: ArrayKeywords) throws -> Bool {
        guard case .array(let elements) = try value.decoded() else { return true }
        var fits = true
        if let fault = keywords.count.fault(of: elements.count) {
            fits = violate(fault.keyword) { _ in "expected \(fault.bound) elements, found \(elements.count)" }
            guard goesOn else { return false }
        }
        for (place, element) in elements.enumerated() {
            guard let node = place < keywords.prefix.count ? keywords.prefix[place] : keywords.items else { break }
            if nodes[node].isNothing, place >= keywords.prefix.count {
                fits = violate("items") { _ in "expected at most \(keywords.prefix.count) elements, found \(elements.count)" }
                guard goesOn else { return false }
                break
            }
            fits = try self.fits(element, node, at: .element(place)) && fits
            if !fits, !goesOn { return false }
        }
        if let contains = keywords.contains {
            fits = try fitsContains(elements, contains, keywords.containsCount) && fits
            if !fits, !goesOn { return false }
        }
        return keywords.isUnique ? try fitsUnique(elements) && fits : fits
    }

    private mutating func fitsContains(_ elements: [JSONValue], _ node: Int, _ count: SchemaCount) throws -> Bool {
        var fitting = 0
        for element in elements where try fitsQuietly(element, node) { fitting += 1 }
        if count.min == nil, fitting == 0 {
            return violate("contains") { _ in
                "expected an element that fits the schema of \"contains\", found none of \(elements.count)"
            }
        }
        guard let fault = count.fault(of: fitting) else { return true }
        return violate(fault.keyword) { _ in
            "expected \(fault.bound) elements that fit the schema of \"contains\", found \(fitting)"
        }
    }

    private mutating func fitsUnique(_ elements: [JSONValue]) throws -> Bool {
        if elements.count < 2 { return true }
        var places: [String: Int] = [:]
        var fits = true
        for (place, element) in elements.enumerated() {
            guard let first = places.updateValue(place, forKey: try element.canonicalText()) else { continue }
            fits = violate("uniqueItems", element, at: .element(place)) { "expected unique elements, found \($0) at [\(first)], too" }
            guard goesOn else { return false }
        }
        return fits
    }
}

extension SchemaNode {
    /// Whether this is the schema `false`.
    var isNothing: Bool { if case .nothing? = values.first { true } else { false } }
}
