internal import Pipeline
internal import WebAddresses

/// Decides whether a source may fetch an address that a document names.
///
/// Only addresses of the host of the document are fetched: it gets the same credentials, and the pipeline file names it.
struct SameOriginLinks {
    private let home: WebAddress
    private let input: MaskedText
    /// The longest address that is followed, in bytes.
    private static let maxBytes = 8192

    /// - Parameter input: The input whose documents name the addresses.
    /// - Returns: nil for a file and for standard input.
    init?(of input: Input) {
        guard case .web(let url) = input, let home = WebAddress(url.value) else { return nil }
        self.home = home
        self.input = url
    }

    /// The input at an address; nil if it is of another host, or too long.
    func input(at address: String) -> Input? {
        guard address.utf8.count <= Self.maxBytes, let target = WebAddress(address), target.origin == home.origin else { return nil }
        return .web(input.with(target.text))
    }
}
