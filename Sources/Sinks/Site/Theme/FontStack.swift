internal import Pipeline

/// The fonts of a theme.
enum FontStack {
    /// Names that CSS knows, which have no quotation marks.
    private static let generic: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded",
        "-apple-system",
    ]

    /// Returns the rule for a list of names; empty after the reader has reported a problem.
    static func rule(_ names: [String], _ options: inout OptionReader) -> String {
        if names.isEmpty {
            options.report("expected at least one name of a font, found none", option: "font")
            return ""
        }
        for name in names where !isValid(name) {
            options.report(
                "expected the names of fonts, of letters, digits, spaces, \"-\" and \"_\", found \"\(name.printable)\"", option: "font")
            return ""
        }
        // Without a generic name at the end, a browser would take its own default.
        let all = names.contains(where: generic.contains) ? names : names + ["system-ui", "sans-serif"]
        return ":root { font-family: \(all.map { generic.contains($0) ? $0 : "\"\($0)\"" }.joined(separator: ", ")); }\n"
    }

    private static func isValid(_ name: String) -> Bool {
        let maxCharacters = 100
        return name.count <= maxCharacters && name.contains { $0.isLetter }
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_".unicodeScalars.contains($0)
            }
    }
}
