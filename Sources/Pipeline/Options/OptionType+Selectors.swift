public import HTMLParsing

extension OptionType where Value == HTMLSelector {
    /// A CSS selector, such as `article > h1`.
    public static var selector: Self {
        Self(kind: .string, placeholder: .any, written: { .string($0.text) }) { reader, value, key in
            guard let text = reader.text(value, key, .string) else { return nil }
            do throws(HTMLSelectorError) {
                return try HTMLSelector(parsing: text)
            } catch {
                if let secretName = value.secretName {
                    reader.report(
                        "\(secretName.printable) holds no CSS selector: byte \(error.offset + 1) is wrong", at: value.range, key: key)
                } else {
                    let message = "in a CSS selector: \(error.message.printable)\(hint(for: error))"
                    reader.report(message, at: value.rangeOfCharacter(at: error.offset), key: key)
                }
                return nil
            }
        }
    }

    private static func hint(for error: HTMLSelectorError) -> String {
        guard case .unknownPseudoClass(let name) = error.reason else { return "" }
        return DidYouMean.hint(for: name, in: HTMLSelector.pseudoClasses, prefix: ":")
    }
}
