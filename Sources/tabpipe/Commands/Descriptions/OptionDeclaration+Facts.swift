internal import JSONParsing
internal import Pipeline

extension OptionDeclaration {
    /// What the texts of the option take in `{{ … }}`; nil if they take nothing.
    var templateFact: String? {
        switch templates {
        case .none: nil
        case .parameters: "takes {{$parameter}}"
        case .records: "takes {{.field}} and {{$parameter}}"
        }
    }

    /// The kind of value, its templates, whether the option is required, and the default, for `describe` and the manual page.
    var facts: String {
        var facts = [kind.shortName]
        if let templateFact { facts.append(templateFact) }
        if isRequired { facts.append("required") }
        if let defaultValue { facts.append("default \(defaultValue.compactText)") }
        return facts.joined(separator: ", ")
    }
}
