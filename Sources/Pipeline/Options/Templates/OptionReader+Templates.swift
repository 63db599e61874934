internal import JSONParsing
internal import JSONQuery

// Values of parameters in the texts of options: `{{$owner}}`. They are put in before an option is parsed, so that all kinds of texts
// have them. Only a text of the file itself is a template: what a parameter, the environment or another file gives stays as it is.
extension OptionReader {
    /// Returns the value of an option with parameters put into its texts.
    ///
    /// - Parameters:
    ///   - key: Its key, which may lead into the option, such as `query.q`.
    ///   - namesShard: Whether the name of the shard replaces `{{$shard}}`. In paths, it always does.
    mutating func filled(
        _ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind, namesShard: Bool = false
    ) -> ConfigValue {
        switch value.content {
        case .array(let elements):
            guard let inner = kind.inner(of: value.content) else { return value }
            return value.replacing(
                .array(elements.enumerated().map { filled($1, "\(key)[\($0)]", inner, namesShard: namesShard) }))
        case .object(let members):
            guard let inner = kind.inner(of: value.content) else { return value }
            return value.replacing(
                .object(
                    members.map { member in
                        if GraphQLDocument.isDocument(member) { return member }
                        let filled = filled(member.value, "\(key).\(member.key)", inner, namesShard: namesShard)
                        return ConfigValue.Member(key: member.key, keyRange: member.keyRange, value: filled)
                    }))
        case .string(let text):
            if let inner = kind.inner(of: value.content) { return filled(value, key, inner, namesShard: namesShard) }
            guard let syntax = kind.syntax, file != nil, !value.isSecret, text.contains("{{") else { return value }
            let isPath = if case .path = kind { true } else { namesShard }
            guard value.literal != nil else { return isPath ? value : value.filled(with: text, shown: nil) }
            let named = isPath ? shard.naming(value) : value
            return filled(named, key, FilledText(syntax == .path && kind.isInput && text.isWebAddress ? .address : syntax), in: value)
        case .null, .bool, .number, .unresolved: return value
        }
    }

    /// Whether the value of a program depends on a secret in a variable of the component: with another text in its place, the program
    /// gives another value, or fails. The program uses no secret parameter.
    private func dependsOnSecret(_ query: RecordQuery, giving found: JSONValue) throws -> Bool {
        guard let decoy = values.decoy else { return false }
        do {
            let other = try RecordQuery(query.source, secretName: nil, origin: nil, definitions: definitions, values: decoy)
            return try other.first(Record(.null)) != found
        } catch let error as CancellationError {
            throw error
        } catch {
            return true
        }
    }

    /// Puts the values into a text.
    ///
    /// - Parameter original: The value as it is in the file.
    private mutating func filled(
        _ value: ConfigValue, _ key: String, _ start: FilledText, in original: ConfigValue
    ) -> ConfigValue {
        guard let template = compiledTemplate(value, key, fills: true) else { return original.replacing(.unresolved) }
        var filled = start
        var isMissing = false
        for (index, part) in template.parts.enumerated() {
            switch part {
            case .text(let text): filled.append(text)
            case .query(let query):
                let program = query.source.trimmingSpaces
                if let fault = fault(of: query, program, in: filled.syntax) {
                    report(fault, at: original.range, key: key)
                    return original.replacing(.unresolved)
                }
                if !values.missingNames(in: query.query).isEmpty {
                    isMissing = true
                    continue
                }
                do {
                    guard let found = try query.first(Record(.null)), !found.isNull else {
                        throw RecordError("{{\(program)}} gives null or nothing, and the text needs a value")
                    }
                    let isSecret = try values.isSecret(found, of: query.query) || dependsOnSecret(query, giving: found)
                    if isSecret { secrets.insert(textsOf: found) }
                    if isSecret, let text = try? found.textOrJSON(), SecretValues.isLikelySecret(text) { filledSecrets.insert(text) }
                    let next: String = if case .text(let text)? = template.parts.dropFirst(index + 1).first { text } else { "" }
                    try filled.append(found, of: program, isSecret: isSecret, before: next)
                } catch {
                    report((error as? RecordQueryError)?.reason ?? error.message, at: original.range, key: key)
                    return original.replacing(.unresolved)
                }
            }
        }
        // The command reads no values, so the text is incomplete and cannot be checked.
        if isMissing { return original.replacing(.unresolved) }
        do throws(RecordError) {
            try filled.check()
        } catch {
            report(error.reason, at: original.range, key: key)
            return original.replacing(.unresolved)
        }
        return original.filled(with: filled.value, shown: filled.hasSecrets ? filled.secretName : nil)
    }

    /// The fault of a program that reads a record or inputs, in a text that is the same for all records; nil for other programs.
    private func fault(of query: RecordQuery, _ program: String, in syntax: FilledText.TextSyntax) -> String? {
        if query.query.takesInputs { return "{{\(program)}} reads inputs, and this text is read before them" }
        guard query.readFields?.isEmpty != true else { return nil }
        let other =
            declarations.first { $0.templates == .records }.map { "; \"\($0.name)\" takes fields" }
            ?? (syntax == .path ? "; sinks such as markdown write a file for each record" : "")
        return "{{\(program)}} reads a record, and this text is the same for all; {{$name}} puts in a parameter\(other)"
    }
}

extension OptionDeclaration.Kind {
    /// Whether a text names an input, which may be a URL.
    fileprivate var isInput: Bool {
        if case .input = self { true } else { false }
    }
}

extension FilledText {
    /// The text in messages. Addresses and paths show the parts that are not secret. Other texts are hidden as a whole, because their
    /// option may be secret.
    fileprivate var secretName: String {
        syntax == .text ? "***" : MaskedText(shown).shown
    }
}

extension SecretValues {
    /// Adds the texts of a value that a program made of a secret.
    fileprivate mutating func insert(textsOf value: JSONValue) {
        switch value {
        case .array(let elements): for element in elements { insert(textsOf: element) }
        case .object(let members): for member in members { insert(textsOf: member.value) }
        default: if let text = try? value.textOrJSON() { insert(literal: text) }
        }
    }
}
