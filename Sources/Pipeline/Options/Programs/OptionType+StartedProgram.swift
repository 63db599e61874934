extension OptionType where Value == ForeignProgram {
    /// An external program, as a list of its name or path and its arguments. A single text is the name. A space in it is an error, because
    /// the text is then most likely a command line for a shell.
    ///
    /// The component declares it in ``Hooks/programs``.
    public static var program: Self {
        var type = Self(
            kind: OptionType<[String]>.list(of: .string, isEmptyAllowed: false).kind, placeholder: ForeignProgram(arguments: []),
            parse: { $0.program($1, $2, &$3) })
        type.namesShard = true
        return type
    }
}

extension OptionReader {
    fileprivate mutating func program(_ value: ConfigValue, _ name: String, _ shown: inout JSONValue) -> ForeignProgram? {
        if case .string(let text) = value.content, text.contains(" ") {
            let advice = value.isSecret ? nil : "write [\(text.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", "))]"
            reportWrongKind(value, name, expected: "the name of a program, or a list of the name and its arguments", advice: advice)
            return nil
        }
        let arguments: [MaskedText]? = list(value, name, .string, isEmptyAllowed: true, shown: &shown) { reader, element, key, _ in
            let element = reader.shard.naming(element)
            guard let text = reader.text(element, key, .string) else { return nil }
            if text.utf8.contains(0) {
                reader.report("an argument cannot contain the character U+0000", at: element.range, key: name)
            }
            return element.masked(text)
        }
        guard let arguments else { return nil }
        if arguments.first?.value.isEmpty ?? true { report("the name of a program is missing", at: value.range, key: name) }
        return ForeignProgram(arguments: arguments, folder: value.baseDirectory)
    }
}
