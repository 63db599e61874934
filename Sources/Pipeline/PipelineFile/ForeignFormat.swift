/// A configuration format other than JSON that a pipeline file seems to be written in.
enum ForeignFormat: String {
    case yaml = "YAML"
    case toml = "TOML"

    /// Detects the format from the file's name, and its first line that is neither empty nor a comment.
    ///
    /// - Returns: nil if neither matches.
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
