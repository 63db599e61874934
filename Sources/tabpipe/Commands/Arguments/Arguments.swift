internal import Pipeline

/// The words of a command line, sorted into options and operands.
struct Arguments {
    private(set) var operands: [String] = []
    /// Whether help is asked for; nothing else is checked then.
    private(set) var wantsHelp = false
    private var values: [String: [String]] = [:]

    /// Sorts words.
    ///
    /// - Throws: ``UsageError``.
    init(_ words: [String], options: [CommandOption], operands expected: Operands) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
                operands += rest.filter { !$0.hasPrefix("-") }
                return
            }
            if word.hasPrefix("-"), word != "-" {
                try take(word, from: &rest, options: options)
            } else {
                operands.append(word)
            }
        }
        if operands.count < expected.count.lowerBound { throw UsageError("\(expected.synopsis) is missing") }
        if operands.count > expected.count.upperBound {
            throw UsageError("one word too many: \"\(operands[expected.count.upperBound].printable)\"")
        }
    }

    private mutating func take(_ word: String, from rest: inout ArraySlice<String>, options: [CommandOption]) throws {
        if !word.hasPrefix("--") { return try takeLetters(word, from: &rest, options: options) }
        let equals = word.firstIndex(of: "=")
        let name = String(word[..<(equals ?? word.endIndex)].drop { $0 == "-" })
        guard let option = options.first(where: { $0.name == name }) else { throw Self.unknown(word, name, options) }
        try take(option, equals.map { String(word[word.index(after: $0)...]) }, from: &rest)
    }

    private static func unknown(_ word: String, _ name: String, _ options: [CommandOption]) -> UsageError {
        let near = Spelling.hint(for: name, in: options.map(\.name), prefix: "--")
        return UsageError("unknown option \"\(word.printable)\"\(near)")
    }

    /// Takes a word such as `-q`, `-qv` or `-n5`: letters that stand for options, the last one perhaps with its value.
    private mutating func takeLetters(_ word: String, from rest: inout ArraySlice<String>, options: [CommandOption]) throws {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == letter }) else {
                throw Self.unknown(word, String(word.drop { $0 == "-" }), options)
            }
            guard option.value != nil, !letters.isEmpty else {
                try take(option, nil, from: &rest)
                continue
            }
            return try take(option, String(letters.first == "=" ? letters.dropFirst() : letters), from: &rest)
        }
    }

    private mutating func take(_ option: CommandOption, _ given: String?, from rest: inout ArraySlice<String>) throws {
        let name = option.name
        var value = given
        if option.value == nil {
            guard value == nil else { throw UsageError("--\(name) takes no value") }
            value = ""
        } else if value == nil {
            value = rest.popFirst()
        }
        guard let value else { throw UsageError("--\(name) wants \(option.value ?? "a value")") }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw UsageError("--\(name) wants one of \(option.choices.joined(separator: ", ")), found \"\(value.printable)\"")
        }
        values[name, default: []].append(value)
    }

    /// Whether a switch was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The last value of an option.
    func value(_ name: String) -> String? { values[name]?.last }

    /// All values of an option that may be repeated.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// A whole number.
    ///
    /// - Throws: ``UsageError`` if it is none, or out of range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds = range.upperBound == .max ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw UsageError("--\(name) wants an integer \(bounds), found \"\(text.printable)\"")
        }
        return number
    }

    /// A number of bytes; `K`, `M` and `G` behind it stand for the powers of 1,024.
    ///
    /// - Throws: ``UsageError`` if it is none, or out of range.
    func byteCount(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = value(name) else { return nil }
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        let (bytes, isTooLarge) = (Int(unit == nil ? text : String(text.dropLast())) ?? -1).multipliedReportingOverflow(by: unit ?? 1)
        guard !isTooLarge, range.contains(bytes) else {
            throw UsageError(
                "--\(name) wants a number of bytes from \(range.lowerBound) to \(range.upperBound), or such as 512M or 2G, found "
                    + "\"\(text.printable)\"")
        }
        return bytes
    }
}
