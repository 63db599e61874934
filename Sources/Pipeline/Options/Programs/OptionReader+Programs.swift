internal import JSONQuery

// Compiling the programs in options, and reporting their faults.
extension OptionReader {
    /// Compiles a template; nil after it has reported a problem.
    ///
    /// - Parameter fills: Whether only parameters fill the template. Its fields are then not looked for in records.
    mutating func compiledTemplate(_ value: ConfigValue, _ key: String, fills: Bool = false) -> Template? {
        guard let text = programText(value, key, .template) else { return nil }
        do {
            let template = try Template(
                text.source, secretName: text.secretName, origin: QueryFileOrigin(text, option: place(of: key)), definitions: definitions,
                values: values)
            for query in template.queries {
                usedMissingValues.formUnion(values.missingNames(in: query.query))
                filledSecrets.formUnion(values.secrets(in: query.query))
            }
            return fills ? template : template.watched(by: watch(template.wantedFields, key: key))
        } catch {
            report(error, in: text, value, key, help: fills ? values.fillingAdvice(for: text.source) : nil)
            return nil
        }
    }

    /// Compiles a jq program; nil after it has reported a problem.
    ///
    /// - Parameter kind: The accepted values, for messages.
    mutating func compiledQuery(_ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind = .query) -> RecordQuery? {
        guard let text = programText(value, key, kind) else { return nil }
        guard !text.source.trimmingSpaces.isEmpty else {
            report("the program is empty; \".\" gives the whole value", at: value.range, key: key)
            return nil
        }
        do {
            let query = try RecordQuery(
                text.source, secretName: text.secretName, origin: QueryFileOrigin(text, option: place(of: key)), definitions: definitions,
                values: values)
            usedMissingValues.formUnion(values.missingNames(in: query.query))
            if query.query.takesInputs {
                report(
                    "input and inputs give nothing here: the program runs on one value at a time; \"tabpipe query\" with -n reads all "
                        + "inputs, also in front of a pipe", at: value.range, key: key)
                return nil
            }
            return query.watched(by: watch(query.wantedFields, key: key))
        } catch {
            report(error, in: text, value, key)
            return nil
        }
    }

    /// The text of a program: a string, or the lines of a list where the kind has them; nil after a problem was reported.
    mutating func programText(_ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind) -> QuerySourceText? {
        guard let file else { return nil }
        var texts = [(value: value, key: key)]
        if kind.hasLines, case .array(let elements) = value.content {
            if elements.isEmpty, kind.isProgram {
                report("expected at least one line", at: value.range, key: key)
                return nil
            }
            texts = elements.enumerated().map { ($1, "\(key)[\($0)]") }
        }
        for (text, key) in texts {
            guard case .string(let string) = text.content else {
                let isWhole = texts.count == 1 && text.range == value.range
                reportWrongKind(
                    text, key, expected: isWhole ? kind.expectation : "a string", advice: ValueAdvice.onObject(text, for: kind))
                return nil
            }
            if text.contentFile != nil { publicTexts.insert(string) }
        }
        return QuerySourceText(texts.map { ($0.value, place(of: $0.key)) }, in: file)
    }

    /// Reports an error of a program, without a quotation if the program is secret.
    private mutating func report(
        _ error: QueryError, in text: QuerySourceText, _ value: ConfigValue, _ key: String, help: String? = nil
    ) {
        guard let secret = text.secretName else { return reportFault(error, in: text, key, help ?? ValueAdvice.onNames(value)) }
        report("\(secret.printable) holds a jq program that is wrong at byte \(error.offset)", at: value.range, key: key)
    }

    /// Reports an error of a program or of definitions at its place.
    ///
    /// - Parameter advice: The form that was probably meant; nil for none.
    mutating func reportFault(_ error: QueryError, in text: QuerySourceText, _ key: String, _ advice: String? = nil) {
        // The fault of the definitions was reported, and is the likely reason.
        if error.isOfUnknownFunction, let definitions, definitions.functions == nil { return }
        // The fault of the parameters was reported, and is the likely reason.
        if error.unknownVariable != nil, values.isFaulty { return }
        report(text.diagnostic(values.message(for: error, in: text.source), atByte: error.offset, path: place(of: key), help: advice))
    }
}
