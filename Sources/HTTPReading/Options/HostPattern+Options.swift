package import HTTP
package import Pipeline

extension HostPattern {
    /// The default help of `allow_hosts`: further hosts that requests may go to and that receive the credentials.
    private static let besideURL =
        "Hosts beside that of the URL that a page may name, such as *.api.example.com. They get the credentials, too."

    /// Reads the option `allow_hosts`.
    package static func read(_ options: inout OptionReader, help: String = besideURL) -> [HostPattern] {
        let texts = options.read("allow_hosts", .list(of: .string), default: [], help: help)
        return texts.compactMap { text in
            let pattern = HostPattern(text)
            if pattern == nil { options.report("expected \(expectation), found \"\(text.printable)\"", option: "allow_hosts") }
            return pattern
        }
    }
}
