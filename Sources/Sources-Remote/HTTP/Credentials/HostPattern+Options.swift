internal import Pipeline

extension HostPattern {
    /// Reads the option `allow_hosts`: the hosts beside that of the URL that may be asked, and that get the credentials.
    static func read(_ options: inout OptionReader) -> [HostPattern] {
        let texts = options.strings(
            "allow_hosts", default: [],
            help: "Hosts beside that of the URL that a page may name, such as *.api.example.com. They get the credentials, too.")
        return texts.compactMap { text in
            let pattern = HostPattern(text)
            if pattern == nil { options.report("expected \(expectation), found \"\(text.printable)\"", option: "allow_hosts") }
            return pattern
        }
    }
}
