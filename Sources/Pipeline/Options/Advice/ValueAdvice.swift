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
        if let found = kind.cases.first(where: { $0.name == text }) {
            let others = found.options.filter(\.isRequired).map { ", \"\($0.name)\": …" }
            return "write { \"type\": \"\(text)\"\(others.joined()) }"
        }
        let required = kind.innerOptions.filter(\.isRequired)
        guard let only = required.first, required.count == 1 else { return nil }
        return "write { \"\(only.name)\": … }"
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
