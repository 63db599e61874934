public import JSONParsing

/// The value of an option that is one of fixed words, or a jq program that gives one of them for each record.
public enum RecordChoice<Choice: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    /// The same choice for every record.
    case fixed(Choice)
    /// The field that contains the choice. ``OptionReader`` makes this of a path that leads into each element of a list.
    case field(FieldPath, option: String)
    /// The program that gives the choice, and the name of its option.
    case query(RecordQuery, option: String)

    /// How much of a wrong text a message shows, in characters.
    private static var shownCharacters: Int { 40 }

    /// Returns the same option with a program of its own, for ``Stage/copyForWorker()``.
    public func recompiled() -> RecordChoice {
        if case .query(let query, let option) = self { .query(query.recompiled(), option: option) } else { self }
    }

    /// Returns the choice for a record.
    ///
    /// - Parameters:
    ///   - record: The record, or the element of a list as a record of its own.
    ///   - fallback: The choice where the program gives null or nothing.
    ///   - read: Reads the text that the program gives; nil if it is no choice. By default, it compares the text with the raw values,
    ///     ignoring case.
    /// - Throws: ``RecordError`` if the program gives something else; the error of the program.
    public func value(
        for record: Record, default fallback: Choice, read: (String) -> Choice? = { Choice(rawValue: $0.lowercased()) }
    ) throws -> Choice {
        let (found, option): (JSONValue?, String)
        switch self {
        case .fixed(let choice): return choice
        case .field(let path, let name): (found, option) = (try record.get(path), name)
        case .query(let query, let name): (found, option) = (try query.first(record), name)
        }
        guard let found, !found.isNull else { return fallback }
        guard case .string(let text) = try found.decoded() else {
            throw RecordError("\(option) gives \(found.kind.phrase); \(Self.expectation) was expected")
        }
        if let choice = read(text.trimmingSpaces) { return choice }
        let hint = DidYouMean.hint(for: text, in: Choice.allCases.map(\.rawValue))
        let shown = String(text.prefix(Self.shownCharacters)).printable
        throw RecordError("\(option) gives \"\(shown)\"; \(Self.expectation) was expected\(hint)")
    }

    /// The words, for messages.
    private static var expectation: String { OptionDeclaration.Kind.choice(Choice.allCases.map(\.rawValue)).expectation }
}

extension OptionType {
    /// One of the raw values of an enumeration, or a jq program that gives one of them for each record.
    ///
    /// A bare word is a raw value, never a program, so that a misspelt one is found when the file is read.
    ///
    /// - Parameters:
    ///   - type: The enumeration, which has at least one case.
    ///   - scope: The input of the program: the record, or each element of a list. A path with `[]` leads into the elements.
    public static func choiceOrQuery<Choice>(of type: Choice.Type = Choice.self, in scope: FieldScope? = nil) -> Self
    where Value == RecordChoice<Choice> {
        guard let first = Choice.allCases.first else { preconditionFailure("a choice without cases") }
        let kind = OptionDeclaration.Kind.choiceOrQuery(Choice.allCases.map(\.rawValue))
        return Self(
            kind: kind, placeholder: .fixed(first),
            written: { if case .fixed(let choice) = $0 { .string(choice.rawValue) } else { nil } },
            read: { $0.recordChoice($1, $2, kind, in: scope) })
    }
}

extension OptionReader {
    fileprivate mutating func recordChoice<Choice>(
        _ value: ConfigValue, _ name: String, _ kind: OptionDeclaration.Kind, in scope: FieldScope?
    ) -> RecordChoice<Choice>? {
        if case .string(let text) = value.content {
            if let choice = Choice(rawValue: text) { return .fixed(choice) }
            if text.isBareWord {
                let hint = value.isSecret ? "" : DidYouMean.hint(for: text, in: Choice.allCases.map(\.rawValue))
                report("expected \(kind.expectation), found \(value.phrase)\(hint)", at: value.range, key: name)
                return nil
            }
            if let scope, scope.list != nil, let path = try? FieldPath(text), path.isOfElements {
                if let inner = scope.inner(path) { return .field(inner, option: name) }
                report(Self.elsewhere(scope, name, value), at: value.range, key: name)
                return nil
            }
        }
        guard let query = compiledQuery(value, name, kind) else { return nil }
        return .query(scope?.list == nil ? query : query.reading("element"), option: name)
    }
}

extension String {
    /// Whether the text is one word, as a raw value is, and no program with an operator.
    fileprivate var isBareWord: Bool {
        !isEmpty && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
}

/// The value of an option that is the path of a field, or a jq program for a value that no path leads to.
///
/// A path is the better one where it is enough: a document in the field stays parsed.
public enum FieldOrQuery: Sendable {
    /// The path of a field.
    case field(FieldPath)
    /// A jq program.
    case query(RecordQuery)

    /// Returns the value for a record: that at the path, or the first output of the program; nil without one.
    ///
    /// - Throws: As ``Record/get(_:)-(FieldPath)`` does; the error of the program.
    public func value(for record: Record) throws -> JSONValue? {
        switch self {
        case .field(let path): try record.get(path)
        case .query(let query): try query.first(record)
        }
    }

    /// Characters that bare names do not contain. A text with one of them is a program.
    private static let programBytes = Set("$|?(){},;=<>\"\n".utf8)

    /// Whether a text names a field: it is a path with its dot, or a bare name.
    fileprivate static func isField(_ text: String) -> Bool {
        guard let path = try? FieldPath(text), !path.isOfElements else { return false }
        if text.utf8.first == UInt8(ascii: ".") { return true }
        // A text with both a space and a dot is no name: `if .a then .b else .c end` is a program.
        let hasBlank = text.utf8.contains(UInt8(ascii: " ")) && text.utf8.contains(UInt8(ascii: "."))
        return !hasBlank && !text.utf8.contains(where: programBytes.contains)
    }
}

extension OptionType where Value == FieldOrQuery {
    /// The path of a field, or a jq program. Schema and descriptions show a program, because most paths are programs, too.
    public static var fieldOrQuery: Self {
        Self(kind: .query, placeholder: .query(.identity)) { reader, value, key in
            if case .string(let text) = value.content, FieldOrQuery.isField(text) {
                return reader.singleField(value, key, isRead: true).map { .field($0) }
            }
            return reader.compiledQuery(value, key).map { .query($0) }
        }
    }
}
