// Options that are read several times, each time with another value of a variable of the component.
extension OptionReader {
    /// Reads options once for each value of a variable, which the programs and the `{{ … }}` in them can use.
    ///
    /// The options are declared once. A problem ends the reading, because it would come again for each further value. `explain` shows
    /// options that use the variable as they are in the file.
    ///
    /// Package access: only the source `http` makes the requests of one description several times.
    ///
    /// - Parameters:
    ///   - name: The name of the variable, without the dollar sign.
    ///   - values: Its values, each with the words for it in messages. Without any, the value is unknown, and the options are read once.
    ///   - read: Reads the options. It gets the number of the value, from 0.
    /// - Returns: A result for each value; fewer after a problem was reported.
    package mutating func readEach<Value>(
        _ name: String, of values: [(shown: String, value: MaskedJSON)], read: (inout OptionReader, Int) -> Value
    ) -> [Value] {
        let known = self.values
        defer { self.values = known }
        guard object != nil, let first = values.first else {
            self.values.add([QueryConstants.Constant(name: name, value: "", isMissing: true)])
            return [read(&self, 0)]
        }
        self.values.add(name, first.value)
        let start = problems.count
        var results = [read(&self, 0)]
        let (declared, warned, shown) = (declarations.count, warnings.count, effective)
        var used = Set(files.map(Self.key))
        for (index, (words, value)) in values.enumerated().dropFirst() where problems.count == start {
            self.values = known
            self.values.add(name, value)
            let fileCount = files.count
            results.append(read(&self, index))
            declarations.removeLast(declarations.count - declared)
            warnings.removeLast(warnings.count - warned)
            // Each value may name a file of its own, such as the store of a token.
            let new = files[fileCount...].filter { used.insert(Self.key($0)).inserted }
            files.replaceSubrange(fileCount..., with: new)
            problems[start...] = ArraySlice(problems[start...].map { $0.adding(" (\(words))") })
        }
        effective = shown
        showOptions(using: name)
        return results
    }

    /// Whether an option uses a variable.
    ///
    /// Package access: as for ``readEach(_:of:read:)``.
    package func uses(_ variable: String, in option: String) -> Bool { object?.member(option)?.mentions("$\(variable)") ?? false }

    /// Whether a parameter or a table of the file has a name, so that a variable of a component would hide it.
    ///
    /// Package access: as for ``readEach(_:of:read:)``.
    package func isNameInUse(_ name: String) -> Bool { values.contains(name) }

    /// Identifies the use of a file.
    private static func key(_ use: FileUse) -> String { "\(use.place)\u{0}\(use.path)" }

    /// Shows options that use a variable as they are in the file.
    private mutating func showOptions(using name: String) {
        guard let object, case .object(let members) = object.content else { return }
        for member in members where effective[member.key] != nil && member.value.mentions("$\(name)") {
            effective[member.key] = member.value.maskedValueByNames
        }
    }
}

extension OptionType where Value == [MaskedJSON]? {
    /// A jq program on the parameters and tables of the file, run when the file is read. The value is nil if the command reads the file
    /// without the values that the program uses.
    ///
    /// Package access: as for ``OptionReader/readEach(_:of:read:)``.
    package static var constants: Self {
        Self(kind: .query, placeholder: nil) { reader, value, key in
            guard let query = reader.compiledQuery(value, key), reader.values.missingNames(in: query.query).isEmpty else {
                return .some(nil)
            }
            do {
                return try query.all(Record(.null)).map { MaskedJSON($0, secrets: reader.values.secrets) }
            } catch {
                reader.report((error as? RecordQueryError)?.reason ?? error.message, at: value.range, key: key)
                return nil
            }
        }
    }
}

extension ConfigValue {
    /// Whether a text in the value contains another one.
    fileprivate func mentions(_ text: String) -> Bool {
        switch content {
        case .string(let string): string.contains(text)
        case .array(let elements): elements.contains { $0.mentions(text) }
        case .object(let members): members.contains { $0.value.mentions(text) }
        case .null, .bool, .number, .unresolved: false
        }
    }
}

extension Diagnostic {
    /// Returns the same problem with words behind its message.
    fileprivate func adding(_ words: String) -> Diagnostic { Diagnostic(message + words, at: range, path: path, help: help, in: other) }
}
