internal import JSONParsing

/// Advice for values of the wrong kind: the form that was probably meant.
enum ValueAdvice {
    /// The nodes of pipeline files without their dollar sign.
    private static let nodes = ["env", "file", "param"]

    /// The advice for a string where an object is expected: the name of a case in place of its `type`, or the value of the only option that
    /// the object must have. nil if there is none.
    ///
    /// - Parameters:
    ///   - value: The value in the file.
    ///   - kind: The accepted values.
    static func onString(_ value: ConfigValue, for kind: OptionDeclaration.Kind) -> String? {
        guard case .string(let text) = value.content else { return nil }
        let word = text.prefix { $0 != " " }.lowercased()
        if let found = kind.cases.first(where: { $0.name == text }) ?? kind.cases.first(where: { $0.name == word }) {
            let text = found.name
            let others = found.options.filter(\.isRequired).map { ", \"\($0.name)\": …" }
            return "write { \"type\": \"\(text)\"\(others.joined()) }"
        }
        let required = kind.innerOptions.filter(\.isRequired)
        guard let only = required.first, required.count == 1 else { return nil }
        return "write { \"\(only.name)\": … }"
    }

    /// The advice for a number where an object is expected, such as `"retry": 5`: the first option that takes a number; nil for others.
    static func onNumber(_ value: ConfigValue, for kind: OptionDeclaration.Kind) -> String? {
        guard case .number(let number) = value.content, let first = kind.innerOptions.first(where: \.kind.isNumber) else { return nil }
        return "write { \"\(first.name)\": \(number.text) }"
    }

    /// The advice for an object where a jq program is expected: the program that builds the object; nil for other values.
    static func onObject(_ value: ConfigValue, for kind: OptionDeclaration.Kind) -> String? {
        guard kind.isProgram, case .object(let members) = value.content, let first = members.first, onNode(value) == nil else {
            return nil
        }
        guard case .string(let program) = first.value.content, !first.value.isSecret else {
            return "a jq program is a text, such as \"{id}\""
        }
        let key = JSONPathStep.spelling(of: first.key)
        return "a jq program is a text: \"{\(key): \(program)\(members.count > 1 ? ", …" : "")}\""
    }

    /// The advice for a list of names, such as `["title", "date"]`, where a jq program is expected; nil for other values.
    static func onNames(_ value: ConfigValue) -> String? {
        guard case .array(let elements) = value.content, !elements.isEmpty else { return nil }
        var names: [String] = []
        for element in elements {
            guard case .string(let text) = element.content, JSONPathStep.spelling(of: text) == text else { return nil }
            names.append(text)
        }
        return "a list holds the lines of one program; \"{\(names.joined(separator: ", "))}\" is an object with these fields"
    }

    /// The advice for a string that would be right without its quotation marks, such as `"3"` where a number is expected; nil for others.
    static func onQuotedValue(_ value: ConfigValue, expected: String) -> String? {
        guard case .string(let text) = value.content, !value.isSecret, let parsed = try? JSONValue(parsing: Array(text.utf8)) else {
            return nil
        }
        let isWanted =
            switch parsed.kind {
            case .boolean: expected.hasPrefix("true or false")
            case .number: expected.hasPrefix("an integer") || expected.hasPrefix("a number")
            default: false
            }
        return isWanted ? "write \(text.printable) without quotation marks" : nil
    }

    /// The advice for a list such as `["Accept: text/plain"]` where an object of texts is expected; nil for other values.
    static func onList(_ value: ConfigValue) -> String? {
        guard case .array = value.content else { return nil }
        return "write { \"NAME\": \"value\", … }"
    }

    /// The advice for an object such as `{"env": "X"}`; nil for other values.
    static func onNode(_ value: ConfigValue) -> String? {
        guard case .object(let members) = value.content, let member = members.first, members.count == 1,
            case .string = member.value.content, nodes.contains(member.key)
        else { return nil }
        return "write { \"$\(member.key)\": … }"
    }

    /// The advice for a text such as `Bearer $TOKEN`, with a variable of the shell behind other words; nil for other texts.
    static func onVariable(in text: String) -> String? {
        let words = text.split(separator: " ")
        guard words.count > 1, let variable = words.lazy.compactMap({ String($0).shellVariable }).first else { return nil }
        return "this text stays as it is; { \"$env\": \"\(variable)\" } takes a whole text from the environment, and "
            + "\"auth\": { \"type\": \"bearer\", … } a token"
    }
}
