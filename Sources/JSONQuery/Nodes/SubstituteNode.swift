import JSONParsing

/// `sub`, `gsub` with a single replacement, which is evaluated on the named groups of each match.
final class SubstituteNode: Node {
    private let source: RegexSource
    private let replacement: any Node

    init(_ source: RegexSource, replacement: any Node) {
        self.source = source
        self.replacement = replacement
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        let pattern = try source.pattern(input, scope, run)
        var matcher = RegexMatcher(pattern.program, Array(try RegexSource.text(input, run).utf8), wantsNonempty: pattern.isNonempty, run)
        var output: [UInt8] = []
        var end = 0
        let mark = run.loose
        var count = 0
        try matcher.forEach(isGlobal: pattern.isGlobal) { matcher in
            guard let range = matcher.range(ofGroup: 0) else { return }
            count += 1
            output += matcher.text[end..<range.lowerBound]
            end = range.upperBound
            try run.steps(matcher.program.names.count)
            let insert = try replacement.value(of: Self.captures(matcher), scope, run)
            switch try insert.decoded() {
            case .string(let string): output += string.utf8
            case .null: break
            default:
                let text = JSONValue.string(String(decoding: output, as: UTF8.self))
                throw QueryRuntimeError("\(ValueText.described(text)) and \(ValueText.described(insert)) cannot be added")
            }
            try run.checkLength(output.count)
            run.release(to: mark)
        }
        if count == 0 { return input }
        output += matcher.text[end...]
        try run.checkLength(output.count)
        try run.charge(bytes: output.count)
        try run.allocate(MemorySize.string(2 * output.count))
        defer { run.release(to: mark + MemorySize.string(output.count)) }
        return .string(String(decoding: output, as: UTF8.self))
    }

    private static func captures(_ matcher: RegexMatcher) -> JSONValue {
        var object = JSONObject()
        for (number, name) in matcher.program.names.enumerated() {
            guard let name else { continue }
            object[name] = matcher.range(ofGroup: number).map { .string(String(decoding: matcher.text[$0], as: UTF8.self)) } ?? .null
        }
        return .object(object)
    }
}
