internal import JSONParsing

// Objects with options of their own, and lists of them.
extension OptionReader {
    /// Reads an object with options of its own. The option is required.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - read: Reads the options of the object.
    /// - Returns: The result of `read`.
    public mutating func group<Value>(_ name: String, help: String, read: (inout OptionReader) -> Value) -> Value {
        if let value = group(name, isRequired: true, help: help, read: read) { return value }
        var reader = OptionReader.describing
        return read(&reader)
    }

    /// Reads an object with options of its own; nil if the option is missing or null.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - read: Reads the options of the object.
    /// - Returns: The result of `read`.
    public mutating func optionalGroup<Value>(_ name: String, help: String, read: (inout OptionReader) -> Value) -> Value? {
        group(name, isRequired: false, help: help, read: read)
    }

    private mutating func group<Value>(
        _ name: String, isRequired: Bool, help: String, read: (inout OptionReader) -> Value
    ) -> Value? {
        var description = OptionReader.describing
        let described = read(&description)
        let kind = OptionDeclaration.Kind.object(description.declarations)
        let value = declare(name, kind, isRequired: isRequired, default: nil, help: help)
        guard object != nil else { return described }
        guard let value else { return nil }
        guard case .object = value.content else {
            let advice = ValueAdvice.onString(value, for: kind) ?? ValueAdvice.onNumber(value, for: kind)
            reportWrongKind(value, name, expected: kind.expectation, advice: advice)
            return nil
        }
        let (result, effective) = readInside(value, name, read: read)
        show(.object(effective), as: name)
        return result
    }

    /// Reads a list of objects with options of their own; nil if the option is missing or null.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - read: Reads the options of one object.
    /// - Returns: The results of `read`, in the order of the file.
    public mutating func optionalGroups<Value>(
        _ name: String, help: String, read: (inout OptionReader) -> Value
    ) -> [Value]? {
        var description = OptionReader.describing
        let described = read(&description)
        let kind = OptionDeclaration.Kind.object(description.declarations)
        let value = declare(name, .list(kind), isRequired: false, default: nil, help: help)
        guard object != nil else { return [described] }
        guard let value else { return nil }
        var shown: [JSONValue] = []
        let results = list(value, name, kind, isEmptyAllowed: true) { reader, element, key -> Value? in
            guard case .object = element.content else {
                reader.reportWrongKind(element, key, expected: kind.expectation)
                return nil
            }
            let (result, effective) = reader.readInside(element, key, read: read)
            shown.append(.object(effective))
            return result
        }
        if results != nil { show(.array(shown), as: name) }
        return results
    }

    /// Reports a problem unless the object has exactly one of these options. Null counts as missing.
    ///
    /// Call this after all other options of the object.
    ///
    /// - Parameters:
    ///   - names: The keys of options that exclude each other.
    ///   - wrapping: The option that the members of the object most likely belong into if the object has no known key; nil for none.
    public mutating func checkExactlyOne(of names: [String], wrapping: String? = nil) {
        guard let object else { return }
        let present = present(names, in: object)
        guard present.count != 1 else { return }
        let wanted = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let found = present.isEmpty ? "none" : present.map { "\"\($0)\"" }.joined(separator: " and ")
        // If all keys are unknown, they are probably members of the value itself, such as a JSON body.
        let unknown = unknownKeys.filter { DidYouMean.hint(for: $0, in: names).isEmpty }
        var advice: String?
        if present.isEmpty, let wrapping, let first = unknown.first {
            acceptKeys(unknown)
            advice = "write { \"\(wrapping)\": { \"\(first.printable)\": … } }"
        }
        report("expected exactly one of \(wanted), found \(found)", at: object.range, key: nil, help: advice)
    }

    /// Reports a problem unless the object has at least one of these options. Null counts as missing.
    ///
    /// - Parameter names: The keys of options, in the order of the message.
    public mutating func checkAtLeastOne(of names: [String]) {
        guard let object, present(names, in: object).isEmpty else { return }
        report("expected at least one of \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")", at: object.range, key: nil)
    }

    private func present(_ names: [String], in object: ConfigValue) -> [String] {
        names.filter { name in
            guard let value = object.member(name) else { return false }
            if case .null = value.content { return false }
            return true
        }
    }
}
