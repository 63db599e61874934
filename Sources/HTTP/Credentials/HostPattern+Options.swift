package import Pipeline

extension HostPattern {
    /// The help of `allow_hosts` for a step with a URL: the hosts beside that of the URL that may be asked, and that get the credentials.
    private static let besideURL =
        "Hosts beside that of the URL that a page may name, such as *.api.example.com. They get the credentials, too."

    /// Reads the option `allow_hosts`.
    package static func read(_ options: inout OptionReader, help: String = besideURL) -> [HostPattern] {
        let texts = options.strings("allow_hosts", default: [], help: help)
        return texts.compactMap { text in
            let pattern = HostPattern(text)
            if pattern == nil { options.report("expected \(expectation), found \"\(text.printable)\"", option: "allow_hosts") }
            return pattern
        }
    }
}
