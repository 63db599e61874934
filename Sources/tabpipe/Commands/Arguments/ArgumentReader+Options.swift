internal import JSONQuery
internal import Pipeline

/// Reads options by the type of their value. The last value of a repeated option counts.
extension ArgumentReader {
    /// Declares an option without a value.
    mutating func flag(_ name: String, short: Character? = nil, help: String) -> Bool {
        let option = CommandOption(name: name, short: short, value: .none, help: help)
        return !values(of: option, expecting: option.expectation) { _ in true }.isEmpty
    }

    /// The path of a file, or another form that the placeholder `value` names.
    ///
    /// - Parameter fallback: The default that help shows.
    mutating func optionalPath(_ name: String, value: String, default fallback: String? = nil, help: String) -> String? {
        let option = CommandOption(name: name, value: .path(name: value), defaultText: fallback, help: help)
        return values(of: option, expecting: option.expectation) { $0 }.last
    }

    /// Declares an option with a text as its value.
    mutating func optionalText(_ name: String, value: String, help: String) -> String? {
        let option = CommandOption(name: name, value: .text(name: value), help: help)
        return values(of: option, expecting: option.expectation) { $0 }.last
    }

    /// Declares an option with a whole number as its value.
    mutating func optionalInteger(
        _ name: String, short: Character? = nil, value: String = "N", in range: ClosedRange<Int>, help: String
    ) -> Int? {
        let option = CommandOption(name: name, short: short, value: .text(name: value), help: help)
        return integers(of: option, in: range).last
    }

    /// Declares an option with a whole number as its value, and a default.
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

    /// Declares an option whose values are the cases of an enum.
    mutating func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self, help: String
    ) -> Choice? {
        choices(of: Choice.self, name, defaultText: nil, help: help).last
    }

    /// Declares an option whose values are the cases of an enum, with a default.
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

/// Options that several commands have.
extension ArgumentReader {
    /// The values of `--set`, for the parameters of one pipeline file.
    mutating func parameters() -> [String: String] {
        parameters(help: "Gives a parameter of the file a value. May be repeated.")
    }

    /// The values of `--set`, for the parameters of several pipeline files.
    mutating func parametersOfSeveralFiles() -> [String: String] {
        parameters(help: "Gives a parameter a value. May be repeated. With several files, those that have the parameter get it.")
    }

    private mutating func parameters(help: String) -> [String: String] {
        let option = CommandOption(name: "set", value: .parameter, help: help)
        let pairs = values(of: option, expecting: option.expectation) { text -> (String, String)? in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
        return Dictionary(pairs) { $1 }
    }

    /// The largest number of records to read; nil for all.
    mutating func limit() -> Int? { optionalInteger("limit", short: "n", in: 0...Int.max, help: "Reads at most N records.") }

    /// Whether steps `exec` may start their programs.
    mutating func allowsPrograms() -> Bool {
        flag("allow-exec", help: "Lets the steps \"exec\" start their programs, with your rights. Look at files from elsewhere first.")
    }

    /// Whether an incremental run accepts outputs that do not match the saved state of its source.
    mutating func acceptsOutputs() -> Bool {
        flag(
            "accept-outputs",
            help:
                "Runs a source with \"incremental\" although its state and the outputs do not belong together: one of them is missing, or is "
                + "older or newer.")
    }

    /// The memory limit of a jq program in bytes; nil if the pipeline file decides.
    mutating func programMemory() -> Int? {
        optionalByteCount(
            "program-memory", in: OptionReader.programMemory, default: QueryLimits.standard.maxMemory,
            help: "Memory that a jq program may use for one record, as bytes or with K, M or G.")
    }

    /// The number or share of rejected records with which a run still succeeds; nil if the pipeline file decides.
    mutating func rejectAllowance() -> RejectAllowance? {
        let option = CommandOption(
            name: "allow-rejects", value: .text(name: "N|P%"),
            help: "How many rejected records are a good end (exit 0). With more, no output changes (exit 65).")
        return values(of: option, expecting: RejectAllowance.expectation) { RejectAllowance($0) }.last
    }

    /// The shard of the inputs that a run processes; nil for all inputs.
    mutating func shard() -> Shard? {
        let option = CommandOption(
            name: "shard", value: .text(name: "I/N"),
            help:
                "Runs the I-th of N parts of the inputs, I from 1, and leaves an end record, NAME.end.json; {{$shard}} in output paths is "
                + "such as 00003-of-00100. A part that is complete is not run again.")
        let expected = "the number of a shard and of all shards, such as 3/100"
        return values(of: option, expecting: expected) { Shard($0) }.last
    }

    /// The messages to print.
    ///
    /// - Parameter countsSteps: Whether the command is a run, which can print the counts of its steps.
    mutating func verbosity(countsSteps: Bool = true) -> Verbosity {
        let isQuiet = flag("quiet", short: "q", help: "Prints no messages but errors, and warnings of records that may be missing.")
        let isVerbose = flag(
            "verbose", short: "v",
            help: "Prints every warning, not only the first ones of a step."
                + (countsSteps ? " A run also prints the counts and the time of each step." : ""))
        if isQuiet, isVerbose { complain("--quiet and --verbose contradict each other") }
        return isQuiet ? .quiet : isVerbose ? .verbose : .normal
    }

    /// The format of messages.
    mutating func logFormat() -> Console.Format {
        choice(
            "log-format", default: .text, help: "How messages on standard error look: as text, or as a JSON object a line, with fields.")
    }

    /// Whether pipeline files need neither source nor sinks.
    mutating func stagesOnly() -> Bool {
        flag("stages-only", help: "For files that only `pipe` runs: neither source nor sinks are needed.")
    }
}

/// Which messages a command prints.
enum Verbosity {
    /// Prints errors alone.
    case quiet
    /// Errors, the first warnings of each step, and information.
    case normal
    /// Prints every message.
    case verbose
}

/// Numbers of bytes in text: `K`, `M` and `G` after a number stand for the powers of 1,024.
private enum ByteCount {
    private static let units: [(letter: Character, bytes: Int)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]

    /// Reads a number such as `512M`; nil if the text is no number, is negative or exceeds `Int`.
    static func bytes(_ text: String) -> Int? {
        let unit = units.first { text.last?.uppercased() == String($0.letter) }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), number >= 0 else { return nil }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
        return isTooLarge ? nil : bytes
    }

    /// Writes a number with the largest unit that divides it.
    static func text(_ bytes: Int) -> String {
        guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.bytes) }) else { return String(bytes) }
        return "\(bytes / unit.bytes)\(unit.letter)"
    }
}
