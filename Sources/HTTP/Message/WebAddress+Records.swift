package import Pipeline
package import WebAddresses

extension WebAddress {
    /// What relative addresses in a document with this URL start from.
    ///
    /// - Parameter isSecret: Whether the URL came from the environment or another file.
    package func base(isSecret: Bool) -> BaseAddress { (try? BaseAddress(text, isSecret: isSecret)) ?? BaseAddress() }

    /// The URL in messages and logs: values of query items with sensitive names are masked.
    package var shown: String { AddressMask.masked(text).printable }
}

extension Input {
    /// The URL; nil for other inputs.
    package var webAddress: MaskedText? {
        if case .web(let url) = self { url } else { nil }
    }
}
