/// How many records a run may reject and still succeed.
public enum RejectAllowance: Sendable, Equatable {
    /// At most this number of records.
    case count(Int)
    /// At most this share of the records that were read or made, in percent.
    case percent(Double)

    /// Parses an allowance of the command line: `10`, or `0.5%`.
    ///
    /// - Returns: nil if the text is not an allowance.
    public init?(_ text: String) {
        if text.hasSuffix("%") {
            let digits = text.dropLast()
            guard digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let percent = Double(digits), percent <= 100 else {
                return nil
            }
            self = .percent(percent)
        } else {
            guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(text) else { return nil }
            self = .count(count)
        }
    }

    /// The expected form, for error messages.
    public static var expectation: String { "a whole number of records, or a share such as \"0.5%\"" }

    /// Whether a run may reject this number of records.
    ///
    /// - Parameters:
    ///   - rejected: Records that were rejected.
    ///   - all: Records that were read or made.
    func covers(_ rejected: Int, of all: Int) -> Bool {
        switch self {
        case .count(let count): rejected <= count
        case .percent(let percent): Double(rejected) * 100 <= percent * Double(all)
        }
    }
}

extension RejectAllowance: CustomStringConvertible {
    /// For messages, such as `10` or `0.5 %`.
    public var description: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
        }
    }
}

/// What a run does to the records that earlier runs wrote: ``SinkTraits/update``.
public enum SinkUpdate: String, CaseIterable, Sendable {
    /// The output holds the records of the last run alone. A run that gets only new records would shrink it to them.
    case replace
    /// Earlier records stay, and new ones are appended. Duplicates stay.
    case append
    /// Earlier records stay, except that new records replace those with the same key.
    case merge
    /// Each record has a file of its own, or the output is a stream: no earlier record is affected.
    case keep
}
