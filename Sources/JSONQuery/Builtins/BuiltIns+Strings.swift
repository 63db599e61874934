import JSONParsing

extension BuiltIns {
    /// Functions of strings.
    static let strings: [String: NativeFunction] = [
        "ascii_downcase/0": { input, _, budget in
            .string(try mapASCII(try string(input, "ascii_downcase input must be a string"), isUpper: false, budget))
        },
        "ascii_upcase/0": { input, _, budget in
            .string(try mapASCII(try string(input, "ascii_upcase input must be a string"), isUpper: true, budget))
        },
        "startswith/1": { input, arguments, budget in
            let (text, part) = try strings(input, arguments[0], "startswith() requires string inputs")
            return .bool(try Search.matches(part, in: text, at: 0, budget))
        },
        "endswith/1": { input, arguments, budget in
            let (text, part) = try strings(input, arguments[0], "endswith() requires string inputs")
            return .bool(try Search.matches(part, in: text, at: text.utf8.count - part.utf8.count, budget))
        },
        "ltrimstr/1": { input, arguments, budget in try trimmed(input, arguments[0], start: true, end: false, budget) },
        "rtrimstr/1": { input, arguments, budget in try trimmed(input, arguments[0], start: false, end: true, budget) },
        "trimstr/1": { input, arguments, budget in try trimmed(input, arguments[0], start: true, end: true, budget) },
        "trim/0": { input, _, budget in try trimmed(input, start: true, end: true, budget) },
        "ltrim/0": { input, _, budget in try trimmed(input, start: true, end: false, budget) },
        "rtrim/0": { input, _, budget in try trimmed(input, start: false, end: true, budget) },
        "split/1": { input, arguments, budget in
            let (text, separator) = try strings(input, arguments[0], "split input and separator must be strings")
            return .array(try Search.split(text, by: separator, budget))
        },
        "join/1": { input, arguments, budget in try joined(input, arguments[0], budget) },
        "explode/0": { input, _, budget in
            let text = try string(input, "explode input must be a string")
            let count = try CodePointSlicer.count(of: text, budget)
            try budget.checkElements(count)
            try budget.steps(count >> 2)
            try budget.allocate(MemorySize.array(count))
            var output: [JSONValue] = []
            output.reserveCapacity(count)
            for scalar in text.unicodeScalars {
                output.append(.number(JSONNumber(scalar.value)))
                try budget.chargeBlock(at: output.count)
            }
            return .array(output)
        },
        "implode/0": { input, _, budget in try imploded(input, budget) },
        "_strindices/1": { input, arguments, budget in
            guard let text = input.string else {
                throw QueryRuntimeError("\(ValueText.described(input)) cannot be searched, as it is not a string")
            }
            guard let part = arguments[0].string else { throw QueryRuntimeError("\(ValueText.described(arguments[0])) is not a string") }
            return .array(try Search.indices(of: part, in: text, budget))
        },
        "indices/1": { input, arguments, budget in try indices(input, arguments[0], budget) },
        "index/1": { input, arguments, budget in try ValueAccess.index(try indices(input, arguments[0], budget), 0, budget) },
        "rindex/1": { input, arguments, budget in try ValueAccess.index(try indices(input, arguments[0], budget), -1, budget) },
    ]

    static func string(_ value: JSONValue, _ message: @autoclosure () -> String) throws -> String {
        guard case .string(let string) = try value.decoded() else { throw QueryRuntimeError(message()) }
        return string
    }

    private static func strings(_ first: JSONValue, _ second: JSONValue, _ message: String) throws -> (String, String) {
        (try string(first, message), try string(second, message))
    }

    private static func mapASCII(_ text: String, isUpper: Bool, _ budget: QueryBudget) throws -> String {
        let first = UInt8(ascii: isUpper ? "a" : "A")
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(budget, expecting: bytes.count)
        for place in bytes.indices {
            let byte = bytes[place]
            try output.append(byte >= first && byte < first + 26 ? byte ^ 0x20 : byte)
        }
        return try output.finish()
    }

    private static func trimmed(_ input: JSONValue, _ part: JSONValue, start: Bool, end: Bool, _ budget: QueryBudget) throws -> JSONValue {
        let function = start ? "startswith" : "endswith"
        let (text, part) = try strings(input, part, "\(function)() requires string inputs")
        var range = 0..<text.utf8.count
        let count = part.utf8.count
        if start, try Search.matches(part, in: text, at: 0, budget) { range = count..<range.upperBound }
        if end, range.count >= count, try Search.matches(part, in: text, at: range.upperBound - count, budget) {
            range = range.lowerBound..<range.upperBound - count
        }
        return range.count == text.utf8.count ? input : .string(try CodePointSlicer.piece(range, of: text, budget))
    }

    private static func trimmed(_ input: JSONValue, start: Bool, end: Bool, _ budget: QueryBudget) throws -> JSONValue {
        let text = try string(input, "trim input must be a string")
        var rest = text.unicodeScalars[...]
        var count = 0
        while start, let first = rest.first, first.properties.isWhitespace {
            rest.removeFirst()
            count += 1
            try budget.chargeBlock(at: count)
        }
        while end, let last = rest.last, last.properties.isWhitespace {
            rest.removeLast()
            count += 1
            try budget.chargeBlock(at: count)
        }
        try budget.allocate(MemorySize.string(Substring(rest).utf8.count))
        return .string(String(rest))
    }

    private static func joined(_ input: JSONValue, _ separator: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        var parts: [JSONValue] = []
        switch try input.decoded() {
        case .array(let elements): parts = elements
        case .object(let object): parts = object.map(\.value)
        default: throw ValueAccess.cannotIterate(input)
        }
        guard !parts.isEmpty else { return "" }
        var text: JSONValue = ""
        for (place, part) in parts.enumerated() {
            try budget.step()
            try budget.charge(for: part)
            if place > 0 { try Arithmetic.add(&text, separator, budget) }
            switch part.kind {
            case .null: continue
            case .boolean, .number: try Arithmetic.add(&text, .string(try ValueText.string(part, budget)), budget)
            default: try Arithmetic.add(&text, part, budget)
            }
        }
        return text
    }

    private static func imploded(_ input: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        guard case .array(let elements) = try input.decoded() else { throw QueryRuntimeError("implode input must be an array") }
        try budget.steps(elements.count >> 2)
        var output = try TextBuilder(budget, expecting: elements.count)
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

    private static func indices(_ input: JSONValue, _ part: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        switch (try budget.decoded(input), try budget.decoded(part)) {
        case (.string(let text), .string(let part)): .array(try Search.indices(of: part, in: text, budget))
        case (.array(let whole), .array(let part)): .array(try Search.indices(of: part, in: whole, budget))
        case (.array(let whole), let element): .array(try Search.indices(of: [element], in: whole, budget))
        default: try ValueAccess.index(input, part, budget)
        }
    }

    /// Helpers of the prelude for `capture`, `split` and `sub`, which use regular expressions.
    static let regexes: [String: NativeFunction] = [
        "_captures/0": { input, _, _ in
            var object = JSONObject()
            for capture in try ValueAccess.array(try ValueAccess.field(input, "captures")) {
                guard let name = try ValueAccess.field(capture, "name").string else { continue }
                object[name] = try ValueAccess.field(capture, "string")
            }
            return .object(object)
        },
        "_pieces/1": { input, arguments, budget in
            var pieces = CodePointSlicer(try string(input, "split input must be a string"), budget)
            var output: [JSONValue] = []
            for edit in try ValueAccess.array(arguments[0]) {
                try budget.step()
                let (offset, length) = try place(try ValueAccess.index(edit, 0, budget))
                try budget.append(.string(try pieces.take(to: offset)), to: &output)
                try pieces.skip(length)
            }
            try budget.append(.string(try pieces.rest()), to: &output)
            return .array(output)
        },
        "_spliced/1": { input, arguments, budget in
            var pieces = CodePointSlicer(try string(input, "sub input must be a string"), budget)
            // One result for each output of the replacement.
            var texts: [JSONValue] = []
            for edit in try ValueAccess.array(arguments[0]) {
                try budget.step()
                let (offset, length) = try place(try ValueAccess.index(edit, 0, budget))
                let gap = JSONValue.string(try pieces.take(to: offset))
                try pieces.skip(length)
                for (place, insert) in try ValueAccess.array(try ValueAccess.index(edit, 1, budget)).enumerated() {
                    if place == texts.count { texts.append("") }
                    try Arithmetic.add(&texts[place], gap, budget)
                    try Arithmetic.add(&texts[place], insert, budget)
                }
            }
            if texts.isEmpty { return .array([input]) }
            for place in texts.indices { try Arithmetic.add(&texts[place], .string(try pieces.rest()), budget) }
            return .array(texts)
        },
    ]

    /// The range of a match, in code points.
    private static func place(_ match: JSONValue) throws -> (offset: Int, length: Int) {
        (Int(try number(try ValueAccess.field(match, "offset"))), Int(try number(try ValueAccess.field(match, "length"))))
    }
}
