internal import Pipeline
internal import SourcesRemote

extension ArgumentReader {
    /// Header fields for a request.
    mutating func headers() -> [FirstRequest.Header] {
        let option = CommandOption(
            name: "header", value: .text(name: "'NAME: VALUE'"), help: "A header field of the request. May be repeated.")
        // The value may be a secret, which an error must not show.
        return values(of: option, expecting: "a header field such as 'Accept: application/json'") { .some(FirstRequest.Header($0)) }
            .compactMap { header in
                if header == nil { complain("--header wants a header field such as 'Accept: application/json'") }
                return header
            }
    }
}
