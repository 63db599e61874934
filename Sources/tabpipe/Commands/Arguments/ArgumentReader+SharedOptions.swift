internal import JSONQuery
internal import Pipeline

/// Options that several commands have.
extension ArgumentReader {
    /// Values for the parameters of one pipeline file.
    mutating func parameters() -> [String: String] {
        parameters(help: "Gives a parameter of the file a value. May be repeated.")
    }

    /// Values for the parameters of several pipeline files.
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

    /// Whether a run takes its outputs as they are, even if they do not belong to the state of its source.
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

    /// The part of the records that a run has; nil for all.
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
