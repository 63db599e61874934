internal import HTMLParsing
internal import JSONParsing
internal import PersonalData
internal import Pipeline
internal import Synchronization

/// The stage `redact`: replaces personal data by aliases that are stable within a record.
///
/// A record that fails here is rejected without its content (``Hooks/hidesRejects``), and no reason quotes a value or a key.
struct RedactStage: Stage {
    static let name = "redact"
    static let summary =
        "Replaces e-mail addresses, telephone numbers, URLs with secrets, IBANs, card numbers, keys of services and the names of senders and receivers by aliases such as [PERSON_2], which are stable within a record."
    static let example = #"{ "type": "redact" }"#

    private let fields: [FieldPath]?
    private let headers: PersonKeys
    private let counts = RedactionCounts()
    /// A redactor that knows the names of the options.
    private let blank: Redactor

    init(options: inout OptionReader) {
        let standard = PersonalDataKind.allCases.filter(PersonalDataKind.standard.contains)
        let kinds = Set(
            options.read(
                "kinds", .list(of: .choice, isEmptyAllowed: false), default: standard,
                help: "What is replaced: url means URLs with a user, a token or another secret; ip is found only if it is named here."))
        fields = options.readIfPresent(
            "fields", .fields(isEmptyAllowed: false),
            help:
                "The fields whose strings are replaced, with all that is in them: paths such as .messages[].body. Without it, all strings.")
        headers = PersonKeys(
            options.read(
                "headers", .list(of: .string), default: PersonKeys.standard,
                help: "The keys, anywhere in the record, whose values name persons. Upper case, hyphens and underscores do not count."))
        let names = options.read(
            "names", .list(of: .string), default: [], help: "Names of persons that are replaced wherever they occur: [\"Ann Example\"].")
        let file = options.readIfPresent(
            "names_from", .fileContent(limit: 16 << 20), help: "A text file with such names, one on each line.")
        let usesParts = options.read(
            "name_parts", .boolean, default: true,
            help:
                "Whether first names and last names alone are replaced, too. Those that are common words, such as Will, only where the text around them shows a name."
        )
        let list = options.read(
            "patterns", .list(of: .object { RedactionPattern(options: &$0) }), default: [],
            help: "More to replace: regular expressions with the name of their alias.")
        let patterns = list.isEmpty ? nil : RedactionPatterns(list)
        let find = patterns.map { patterns in { @Sendable (text: String) throws in try patterns.matches(in: text) } }
        var blank = Redactor(kinds: kinds, usesNameParts: usesParts, patterns: find)
        for name in names where !blank.add(name: name) { options.report(Self.noName("\"\(name.printable)\""), option: "names") }
        if let file {
            if let text = String(validating: file, as: UTF8.self) {
                let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) && !blank.add(name: String(line)) {
                    options.report(Self.noName("line \(index + 1)"), option: "names_from")
                }
            } else {
                options.report("expected a text in UTF-8, found bytes that are none", option: "names_from")
            }
        }
        if !kinds.contains(.person), !names.isEmpty || file != nil {
            options.report("expected \"person\" among the kinds, since there are names", option: "kinds")
        }
        blank.share()
        self.blank = blank
    }

    private static func noName(_ found: String) -> String {
        "expected a name of at most 200 bytes, with a word of letters that is no word such as Team, found \(found)"
    }

    var hooks: Hooks { Hooks(notes: counts.notes, hidesRejects: true) }

    func process(_ record: inout Record) throws -> Verdict {
        do {
            var walk = RecordRedaction(by: blank, headers: headers, fields: fields)
            try walk.redact(&record)
            counts.add(walk.counts)
            return .keep
        } catch let error as CancellationError {
            throw error
        } catch is RedactionPatterns.Failure {
            throw RecordError("one of the patterns took too long, or failed; the record is left out of the rejects")
        } catch Redactor.Fault.textTooLong {
            throw RecordError("a text has two GiB or more; the record is left out of the rejects")
        } catch Redactor.Fault.matchOutsideText {
            throw RecordError("one of the patterns matches outside of the text; the record is left out of the rejects")
        } catch {
            // The error could quote a key or a value.
            throw RecordError(
                "the record cannot be read as JSON: a key occurs twice, or a string has half a surrogate pair; it is left out of the rejects"
            )
        }
    }
}

/// The keys whose values name persons.
struct PersonKeys {
    static let standard = [
        "from", "to", "cc", "bcc", "sender", "reply_to", "author", "authors", "recipient", "recipients", "participants", "attendees",
        "from_name", "to_name", "sender_name", "author_name",
    ]

    private let names: Set<String>

    init(_ names: [String]) { self.names = Set(names.map(Self.comparable)) }

    func contains(_ key: String) -> Bool { key.utf8.count < 40 && names.contains(Self.comparable(key)) }

    /// A key without upper case, hyphens and underscores.
    static func comparable(_ key: String) -> String { key.lowercased().filter { $0 != "_" && $0 != "-" } }
}

/// Counts what was replaced. A class, because the copies of a stage for workers count together.
final class RedactionCounts: Sendable {
    private struct State {
        var pieces: [String: Int] = [:]
        var records = 0
        var changed = 0
    }

    private let state = Mutex(State())

    func add(_ counts: [String: Int]) {
        state.withLock { state in
            state.records += 1
            if !counts.isEmpty { state.changed += 1 }
            state.pieces.merge(counts) { $0 + $1 }
        }
    }

    /// A sentence with the number of pieces of each kind, without any value.
    var notes: [String] {
        let state = state.withLock { $0 }
        guard state.records > 0 else { return [] }
        let order = PersonalDataKind.allCases.map { $0.rawValue.uppercased() }
        let sorted = state.pieces.sorted {
            (order.firstIndex(of: $0.key) ?? order.count, $0.key) < (order.firstIndex(of: $1.key) ?? order.count, $1.key)
        }
        let list = sorted.isEmpty ? "nothing" : sorted.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return ["replaced \(list) in \(state.changed) of \(state.records.counted("record"))"]
    }
}
