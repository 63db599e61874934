extension String {
    /// Whether this is an http or https URL.
    package var isWebAddress: Bool {
        let lower = prefix(8).lowercased()
        return lower.hasPrefix("http://") || lower.hasPrefix("https://")
    }

    /// The variable whose value a shell would put in place of this text, such as `TOKEN` for `$TOKEN` and `${TOKEN}`. nil for `$ENV`, which
    /// is a jq program, and for other texts.
    package var shellVariable: String? {
        guard hasPrefix("$") else { return nil }
        let name = hasPrefix("${") && hasSuffix("}") ? dropFirst(2).dropLast() : dropFirst()
        guard let first = name.first, first.isUppercase || first == "_", name != "ENV" else { return nil }
        return name.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") } ? String(name) : nil
    }
}
