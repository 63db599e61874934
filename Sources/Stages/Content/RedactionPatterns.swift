internal import JSONParsing
internal import PersonalData
internal import Pipeline

/// A pattern of the option `patterns` of `redact`.
struct RedactionPattern {
    let name: String
    let regex: String

    init(options: inout OptionReader) {
        name = options.read("name", .string, help: "The name in the alias: TICKET gives [TICKET_1].")
        regex = options.read(
            "regex", .string,
            help:
                "A regular expression as in jq's match, for the text as its reader sees it: without tags, with plain quotation marks and dashes."
        )
        if !name.utf8.allSatisfy({ $0 &- 0x41 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }) || name.isEmpty {
            options.report("expected capital letters, digits and _, found \"\(name.printable)\"", option: "name")
        }
        if let error = RedactionPatterns.fault(in: regex) { options.report(error, option: "regex") }
    }
}

/// The patterns of a stage `redact`. They run in jq, whose limits of steps and bytes hold for them as well.
struct RedactionPatterns: Sendable {
    /// A pattern failed on a text.
    struct Failure: Error {}

    private static let query = RecordQuery.fixed(
        "range(.regexes | length) as $i | .regexes[$i] as $regex | .text | match($regex; \"g\") | [$i, .offset, .length]")

    private let names: [String]
    private let regexes: JSONValue

    init(_ patterns: [RedactionPattern]) {
        names = patterns.map(\.name)
        regexes = .array(patterns.map { .string($0.regex) })
    }

    /// The fault of a regular expression that does not compile.
    static func fault(in regex: String) -> String? {
        do {
            _ = try query.all(Record(["text": "", "regexes": [.string(regex)]]))
            return nil
        } catch {
            return "expected a regular expression: \(error)"
        }
    }

    /// Returns the matches in a text, in order of the patterns.
    ///
    /// - Throws: ``Failure`` if a pattern takes too many steps; `CancellationError`.
    func matches(in text: String) throws -> [Redactor.PatternMatch] {
        do {
            return try Self.query.all(Record(["text": .string(text), "regexes": regexes])).compactMap { found in
                let numbers = try found.decoded().array?.compactMap { $0.number?.int64.map(Int.init) } ?? []
                guard numbers.count == 3 else { return nil }
                return Redactor.PatternMatch(name: names[numbers[0]], range: numbers[1]..<numbers[1] + numbers[2])
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Failure()
        }
    }
}
