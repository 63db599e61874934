internal import Pipeline

/// Options by the type of their value. Of an option that is given several times, the last value counts.
extension ArgumentReader {
    /// An option without a value.
    mutating func flag(_ name: String, short: Character? = nil, help: String) -> Bool {
        let option = CommandOption(name: name, short: short, value: .none, help: help)
        return !values(of: option, expecting: option.expectation) { _ in true }.isEmpty
    }

    /// The path of a file, or what `value` also allows.
    ///
    /// - Parameter fallback: The default that help shows.
    mutating func optionalPath(_ name: String, value: String, default fallback: String? = nil, help: String) -> String? {
        let option = CommandOption(name: name, value: .path(name: value), defaultText: fallback, help: help)
        return values(of: option, expecting: option.expectation) { $0 }.last
    }

    /// A text.
    mutating func optionalText(_ name: String, value: String, help: String) -> String? {
        let option = CommandOption(name: name, value: .text(name: value), help: help)
        return values(of: option, expecting: option.expectation) { $0 }.last
    }

    /// A whole number.
    mutating func optionalInteger(
        _ name: String, short: Character? = nil, value: String = "N", in range: ClosedRange<Int>, help: String
    ) -> Int? {
        let option = CommandOption(name: name, short: short, value: .text(name: value), help: help)
        return integers(of: option, in: range).last
    }

    /// A whole number with a default.
    mutating func integer(_ name: String, value: String = "N", in range: ClosedRange<Int>, default fallback: Int, help: String) -> Int {
        let option = CommandOption(name: name, value: .text(name: value), defaultText: String(fallback), help: help)
        return integers(of: option, in: range).last ?? fallback
    }

    private mutating func integers(of option: CommandOption, in range: ClosedRange<Int>) -> [Int] {
        let bounds = range.upperBound == .max ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        return values(of: option, expecting: "an integer \(bounds)") { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A number of bytes, perhaps with a unit (``ByteCount``).
    ///
    /// - Parameter fallback: The default that help shows, in bytes.
    mutating func optionalByteCount(_ name: String, in range: ClosedRange<Int>, default fallback: Int, help: String) -> Int? {
        let option = CommandOption(
            name: name, value: .text(name: "BYTES"), defaultText: ByteCount.text(fallback), help: help)
        let expectation = "a number of bytes from \(range.lowerBound) to \(range.upperBound), or such as 512M or 2G"
        return values(of: option, expecting: expectation) { text in ByteCount.bytes(text).flatMap { range.contains($0) ? $0 : nil } }.last
    }

    /// One of the cases of an enum.
    mutating func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self, help: String
    ) -> Choice? {
        choices(of: Choice.self, name, defaultText: nil, help: help).last
    }

    /// One of the cases of an enum, with a default.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, default fallback: Choice, help: String) -> Choice
    {
        choices(of: Choice.self, name, defaultText: fallback.rawValue, help: help).last ?? fallback
    }

    private mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
        of type: Choice.Type, _ name: String, defaultText: String?, help: String
    ) -> [Choice] {
        let option = CommandOption(
            name: name, value: .choice(Choice.allCases.map(\.rawValue)), defaultText: defaultText, help: help)
        return values(of: option, expecting: option.expectation) { Choice(rawValue: $0) }
    }
}
