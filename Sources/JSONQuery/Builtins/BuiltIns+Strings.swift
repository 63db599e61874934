import JSONParsing

extension BuiltIns {
    /// Functions of strings.
    static let strings: [String: Native] = [
        "ascii_downcase/0": { input, _, run in
            .string(try mapASCII(try string(input, "ascii_downcase input must be a string"), isUpper: false, run))
        },
        "ascii_upcase/0": { input, _, run in
            .string(try mapASCII(try string(input, "ascii_upcase input must be a string"), isUpper: true, run))
        },
        "startswith/1": { input, arguments, run in
            let (text, part) = try strings(input, arguments[0], "startswith() requires string inputs")
            return .bool(try Search.matches(part, in: text, at: 0, run))
        },
        "endswith/1": { input, arguments, run in
            let (text, part) = try strings(input, arguments[0], "endswith() requires string inputs")
            return .bool(try Search.matches(part, in: text, at: text.utf8.count - part.utf8.count, run))
        },
        "ltrimstr/1": { input, arguments, run in try trimmed(input, arguments[0], start: true, end: false, run) },
        "rtrimstr/1": { input, arguments, run in try trimmed(input, arguments[0], start: false, end: true, run) },
        "trimstr/1": { input, arguments, run in try trimmed(input, arguments[0], start: true, end: true, run) },
        "trim/0": { input, _, run in try trimmed(input, start: true, end: true, run) },
        "ltrim/0": { input, _, run in try trimmed(input, start: true, end: false, run) },
        "rtrim/0": { input, _, run in try trimmed(input, start: false, end: true, run) },
        "split/1": { input, arguments, run in
            let (text, separator) = try strings(input, arguments[0], "split input and separator must be strings")
            return .array(try Search.split(text, by: separator, run))
        },
        "join/1": { input, arguments, run in try joined(input, arguments[0], run) },
        "explode/0": { input, _, run in
            let text = try string(input, "explode input must be a string")
            let count = try TextPieces.count(of: text, run)
            try run.checkElements(count)
            try run.steps(count >> 2)
            try run.allocate(MemorySize.array(count))
            var output: [JSONValue] = []
            output.reserveCapacity(count)
            for scalar in text.unicodeScalars {
                output.append(.number(JSONNumber(scalar.value)))
                try run.chargeBlock(at: output.count)
            }
            return .array(output)
        },
        "implode/0": { input, _, run in try imploded(input, run) },
        "_strindices/1": { input, arguments, run in
            guard let text = input.string else {
                throw QueryRuntimeError("\(ValueText.described(input)) cannot be searched, as it is not a string")
            }
            guard let part = arguments[0].string else { throw QueryRuntimeError("\(ValueText.described(arguments[0])) is not a string") }
            return .array(try Search.indices(of: part, in: text, run))
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

    private static func mapASCII(_ text: String, isUpper: Bool, _ run: Run) throws -> String {
        let first = UInt8(ascii: isUpper ? "a" : "A")
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(run, expecting: bytes.count)
        for place in bytes.indices {
            let byte = bytes[place]
            try output.append(byte >= first && byte < first + 26 ? byte ^ 0x20 : byte)
        }
        return try output.finish()
    }

    private static func trimmed(_ input: JSONValue, _ part: JSONValue, start: Bool, end: Bool, _ run: Run) throws -> JSONValue {
        let function = start ? "startswith" : "endswith"
        let (text, part) = try strings(input, part, "\(function)() requires string inputs")
        var range = 0..<text.utf8.count
        let count = part.utf8.count
        if start, try Search.matches(part, in: text, at: 0, run) { range = count..<range.upperBound }
        if end, range.count >= count, try Search.matches(part, in: text, at: range.upperBound - count, run) {
            range = range.lowerBound..<range.upperBound - count
        }
        return range.count == text.utf8.count ? input : .string(try TextPieces.piece(range, of: text, run))
    }

    private static func trimmed(_ input: JSONValue, start: Bool, end: Bool, _ run: Run) throws -> JSONValue {
        let text = try string(input, "trim input must be a string")
        var rest = text.unicodeScalars[...]
        var count = 0
        while start, let first = rest.first, first.properties.isWhitespace {
            rest.removeFirst()
            count += 1
            try run.chargeBlock(at: count)
        }
        while end, let last = rest.last, last.properties.isWhitespace {
            rest.removeLast()
            count += 1
            try run.chargeBlock(at: count)
        }
        try run.allocate(MemorySize.string(Substring(rest).utf8.count))
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
        var output = try TextBuilder(run, expecting: elements.count)
        for element in elements {
            guard let number = element.number?.double else {
                throw QueryRuntimeError(
                    "\(ValueText.described(element)) can't be imploded, unicode codepoint needs to be numeric")
            }
            let code = number >= 0 && number < 0x110000 ? Unicode.Scalar(UInt32(number)) : nil
            try output.append(contentsOf: (code ?? "\u{FFFD}").utf8)
        }
        return .string(try output.finish())
    }

    private static func indices(_ input: JSONValue, _ part: JSONValue, _ run: Run) throws -> JSONValue {
        switch (try run.decoded(input), try run.decoded(part)) {
        case (.string(let text), .string(let part)): .array(try Search.indices(of: part, in: text, run))
        case (.array(let whole), .array(let part)): .array(try Search.indices(of: part, in: whole, run))
        case (.array(let whole), let element): .array(try Search.indices(of: [element], in: whole, run))
        default: try Access.index(input, part, run)
        }
    }
}
