/// What a sink of one file does with the file of an earlier run: the options `mode` and `key`, which ``OptionReader/fileUpdate(of:option:)``
/// reads.
public struct FileUpdate: Sendable {
    /// The values of the option `mode`.
    public enum Mode: String, CaseIterable, Sendable {
        /// The new records replace the file.
        case replace
        /// The new records stand behind the earlier ones.
        case append
        /// New records replace earlier ones with the same key. Those with a new key stand behind.
        case merge
    }

    /// The new records replace the file.
    public static let replace = FileUpdate(mode: .replace, key: nil)

    /// The value of the option `mode`.
    let mode: Mode
    /// The program that gives the key of a record; nil in other modes than `merge`.
    let key: RecordQuery?

    init(mode: Mode, key: RecordQuery?) {
        self.mode = mode
        self.key = key
    }

    /// The sentence of `explain` about the mode; none for `replace`.
    var explanation: [String] {
        switch mode {
        case .replace: []
        case .append: ["appends: the records of earlier runs stay, and new ones stand behind them"]
        case .merge:
            [
                "merges by \((key?.source ?? "").printable): a record takes the place of the earlier one with its key, others stand behind; "
                    + "earlier records that do not come again stay"
            ]
        }
    }
}

extension OptionReader {
    /// Reads the options `mode` and `key` of a sink that writes its records to one file: whether earlier records are replaced, stay in front
    /// of the new ones, or are merged with them. Pass the result to ``FileOutput/init(_:update:)``.
    ///
    /// - Parameters:
    ///   - output: The output. Standard output and devices have no earlier records.
    ///   - option: The key of the option that names the output.
    public mutating func fileUpdate(of output: Output, option: String = "to") -> FileUpdate {
        let mode = choice(
            "mode", default: FileUpdate.Mode.replace,
            help:
                "What happens to the records of an earlier run: they are replaced, new ones are appended, or new ones are merged with them by "
                + "key. append and merge are for runs that get only what is new.")
        let key = optionalQuery("key", help: "With merge: a jq program that gives the key of a record, such as \".id\".")
        if mode == .merge, key == nil, !hasProblem(with: "key") {
            report("the mode \"merge\" needs \"key\", a jq program that gives the key of a record, such as \".id\"", option: "mode")
        }
        if mode != .merge, key != nil, !hasProblem(with: "mode") {
            report("only the mode \"merge\" has a key; the mode here is \"\(mode.rawValue)\"", option: "key")
        }
        if mode != .replace, !output.appearsWhole {
            report(
                "the mode \"\(mode.rawValue)\" needs a file with the records of earlier runs, and \(output.shown.printable) keeps none",
                option: option)
        }
        return FileUpdate(mode: mode, key: key)
    }

    /// Whether a problem with the value of an option was reported.
    private func hasProblem(with option: String) -> Bool { problems.contains { $0.path == place(of: option) } }
}
