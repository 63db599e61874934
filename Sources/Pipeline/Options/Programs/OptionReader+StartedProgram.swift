extension OptionReader {
    /// Reads a program of the machine as a list of its name or path and its arguments. The option is required.
    ///
    /// The component declares it in ``Hooks/programs``.
    public mutating func program(_ name: String, help: String) -> StartedProgram {
        let kind = OptionType<[String]>.strings(isEmptyAllowed: false).kind
        let list = declare(name, kind, isRequired: true, default: nil, help: help, namesShard: true)
        guard let list, case .array(let elements) = list.content else {
            if let list { reportWrongKind(list, name, expected: kind.expectation) }
            return StartedProgram(arguments: [])
        }
        var arguments: [MaskedText] = []
        for (index, element) in elements.enumerated() {
            let element = shard.naming(element)
            guard let text = text(element, "\(name)[\(index)]", .string) else { continue }
            if text.utf8.contains(0) { report("an argument cannot contain the character U+0000", at: element.range, key: name) }
            arguments.append(element.masked(text))
        }
        if arguments.first.map(\.value.isEmpty) ?? true { report("the name of a program is missing", at: list.range, key: name) }
        return StartedProgram(arguments: arguments, folder: list.baseDirectory)
    }
}
