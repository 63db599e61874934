internal import JSONParsing
internal import Pipeline

extension OptionDeclaration {
    /// The kind of value, whether the option is required, and the default, for `describe` and the manual page.
    var facts: String {
        var facts = [kind.shortName]
        if isRequired { facts.append("required") }
        if let defaultValue { facts.append("default \(defaultValue.compactText)") }
        return facts.joined(separator: ", ")
    }
}
