import JSONParsing

/// Reads the options that a function takes as an object.
struct FunctionOptions {
    private let function: String
    private let options: JSONObject

    /// - Parameters:
    ///   - options: The argument: an object, or null for no options.
    ///   - function: The name in messages.
    ///   - known: All options. Another one is an error that names the nearest.
    init(_ options: JSONValue, of function: String, known: [String]) throws {
        self.function = function
        switch try options.decoded() {
        case .null: self.options = JSONObject()
        case .object(let object): self.options = object
        default: throw QueryRuntimeError("\(function): the options must be an object, not \(ValueText.described(options))")
        }
        for member in self.options where !known.contains(member.key) {
            let near =
                NameSuggestion.nearest(to: member.key, in: known).map { "; did you mean \"\($0)\"?" }
                ?? "; there is \(known.joined(separator: ", "))"
            throw QueryRuntimeError("\(function) has no option \(ValueText.shortened(.string(member.key)))\(near)")
        }
    }

    func boolean(_ name: String) throws -> Bool? {
        try value(name, "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
    }

    func string(_ name: String) throws -> String? {
        try value(name, "a string") { $0.string }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try value(name, "an integer from \(range.lowerBound) to \(range.upperBound)") { value in
            value.number?.double.isFinite == true ? value.number?.int64.map { Int($0) }.flatMap { range.contains($0) ? $0 : nil } : nil
        }
    }

    private func value<Value>(_ name: String, _ wanted: String, _ read: (JSONValue) -> Value?) throws -> Value? {
        guard let value = options[name], !value.isNull else { return nil }
        guard let found = read(try value.decoded()) else {
            throw QueryRuntimeError("\(function): \(name) must be \(wanted), not \(ValueText.described(value))")
        }
        return found
    }
}
