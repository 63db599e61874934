/// What a file looks like that was given for a pipeline file and is no JSON.
enum ForeignFormat: String {
    case yaml = "YAML"
    case toml = "TOML"

    /// Looks at the file's name and its first line that says something.
    ///
    /// - Returns: nil if it looks like neither.
    init?(of text: [UInt8], file: String) {
        let name = file.lowercased()
        let lines = String(decoding: text.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }
        let first = lines.first { !$0.isEmpty && !$0.hasPrefix("#") } ?? ""
        if name.hasSuffix(".toml") || first.wholeMatch(of: /\[\[?[\w."-]+\]\]?|[\w."-]+\s*=\s.*/) != nil {
            self = .toml
        } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") || first.hasPrefix("---") || first.hasPrefix("%YAML")
            || first.wholeMatch(of: /["$\w-]+:(?:\s.*)?/) != nil
        {
            self = .yaml
        } else {
            return nil
        }
    }
}
