import JSONParsing

extension BuiltIns {
    /// Functions of strings.
    static let strings: [String: Native] = [
        "ascii_downcase/0": { input, _, _ in .string(mapASCII(try string(input, "ascii_downcase input must be a string"), isUpper: false))
        },
        "ascii_upcase/0": { input, _, _ in .string(mapASCII(try string(input, "ascii_upcase input must be a string"), isUpper: true)) },
        "startswith/1": { input, arguments, _ in
            let (text, part) = try strings(input, arguments[0], "startswith() requires string inputs")
            return .bool(text.utf8.starts(with: part.utf8))
        },
        "endswith/1": { input, arguments, _ in
            let (text, part) = try strings(input, arguments[0], "endswith() requires string inputs")
            return .bool(text.utf8.reversed().starts(with: part.utf8.reversed()))
        },
        "ltrimstr/1": { input, arguments, _ in try trimmed(input, arguments[0], start: true, end: false) },
        "rtrimstr/1": { input, arguments, _ in try trimmed(input, arguments[0], start: false, end: true) },
        "trimstr/1": { input, arguments, _ in try trimmed(input, arguments[0], start: true, end: true) },
        "trim/0": { input, _, _ in try trimmed(input, start: true, end: true) },
        "ltrim/0": { input, _, _ in try trimmed(input, start: true, end: false) },
        "rtrim/0": { input, _, _ in try trimmed(input, start: false, end: true) },
        "split/1": { input, arguments, run in
            let (text, separator) = try strings(input, arguments[0], "split input and separator must be strings")
            return .array(try Search.split(text, by: separator, run).map { .string($0) })
        },
        "join/1": { input, arguments, run in try joined(input, arguments[0], run) },
        "explode/0": { input, _, run in
            let scalars = try string(input, "explode input must be a string").unicodeScalars
            let count = scalars.count
            try run.checkElements(count)
            try run.steps(count >> 2)
            try run.allocate(MemorySize.array(count))
            return .array(scalars.map { .number(JSONNumber($0.value)) })
        },
        "implode/0": { input, _, run in try imploded(input, run) },
        "_strindices/1": { input, arguments, run in
            guard let text = input.string else {
                throw QueryRuntimeError("\(ValueText.described(input)) cannot be searched, as it is not a string")
            }
            guard let part = arguments[0].string else { throw QueryRuntimeError("\(ValueText.described(arguments[0])) is not a string") }
            return .array(try Search.numbers(try Search.indices(of: part, in: text, run), run))
        },
        "indices/1": { input, arguments, run in try indices(input, arguments[0], run) },
        "index/1": { input, arguments, run in try Access.index(try indices(input, arguments[0], run), 0, run) },
        "rindex/1": { input, arguments, run in try Access.index(try indices(input, arguments[0], run), -1, run) },
    ]

    static func string(_ value: JSONValue, _ message: @autoclosure () -> String) throws -> String {
        guard case .string(let string) = try value.decoded() else { throw QueryRuntimeError(message()) }
        return string
    }

    private static func strings(_ first: JSONValue, _ second: JSONValue, _ message: String) throws -> (String, String) {
        (try string(first, message), try string(second, message))
    }

    private static func mapASCII(_ text: String, isUpper: Bool) -> String {
        let first = UInt8(ascii: isUpper ? "a" : "A")
        var bytes = Array(text.utf8)
        for place in bytes.indices where bytes[place] >= first && bytes[place] < first + 26 { bytes[place] ^= 0x20 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ input: JSONValue, _ part: JSONValue, start: Bool, end: Bool) throws -> JSONValue {
        let function = start ? "startswith" : "endswith"
        let (text, part) = try strings(input, part, "\(function)() requires string inputs")
        var rest = text.utf8[...]
        if start, rest.starts(with: part.utf8) { rest = rest.dropFirst(part.utf8.count) }
        if end, rest.count >= part.utf8.count, rest.reversed().starts(with: part.utf8.reversed()) {
            rest = rest.dropLast(part.utf8.count)
        }
        return rest.count == text.utf8.count ? input : .string(String(decoding: rest, as: UTF8.self))
    }

    private static func trimmed(_ input: JSONValue, start: Bool, end: Bool) throws -> JSONValue {
        var rest = try string(input, "trim input must be a string").unicodeScalars[...]
        if start { rest = rest.drop { $0.properties.isWhitespace } }
        if end { while let last = rest.last, last.properties.isWhitespace { rest.removeLast() } }
        return .string(String(rest))
    }

    private static func joined(_ input: JSONValue, _ separator: JSONValue, _ run: Run) throws -> JSONValue {
        var parts: [JSONValue] = []
        switch try input.decoded() {
        case .array(let elements): parts = elements
        case .object(let object): parts = object.map(\.value)
        default: throw Access.cannotIterate(input)
        }
        guard !parts.isEmpty else { return "" }
        var text: JSONValue = ""
        for (place, part) in parts.enumerated() {
            try run.step()
            try run.charge(for: part)
            if place > 0 { try Arithmetic.add(&text, separator, run) }
            switch part.kind {
            case .null: continue
            case .boolean, .number: try Arithmetic.add(&text, .string(try ValueText.string(part, run)), run)
            default: try Arithmetic.add(&text, part, run)
            }
        }
        return text
    }

    private static func imploded(_ input: JSONValue, _ run: Run) throws -> JSONValue {
        guard case .array(let elements) = try input.decoded() else { throw QueryRuntimeError("implode input must be an array") }
        try run.steps(elements.count >> 2)
        var scalars = String.UnicodeScalarView()
        for element in elements {
            guard let number = element.number?.double else {
                throw QueryRuntimeError("Unicode codepoint must be numeric")
            }
            let code = number >= 0 && number < 0x110000 ? Unicode.Scalar(UInt32(number)) : nil
            scalars.append(code ?? "\u{FFFD}")
        }
        return .string(String(scalars))
    }

    private static func indices(_ input: JSONValue, _ part: JSONValue, _ run: Run) throws -> JSONValue {
        switch (try input.decoded(), try part.decoded()) {
        case (.null, _): .null
        case (.string(let text), .string(let part)): .array(try Search.numbers(try Search.indices(of: part, in: text, run), run))
        case (.array(let whole), .array(let part)): .array(try Search.numbers(try Search.indices(of: part, in: whole, run), run))
        case (.array(let whole), let element): .array(try Search.numbers(try Search.indices(of: [element], in: whole, run), run))
        default: try Access.index(input, .array([part]), run)
        }
    }
}
