package import Pipeline
package import WebAddresses

extension WebAddress {
    /// The base of relative URLs in a document with this URL.
    ///
    /// - Parameter isSecret: Whether the URL came from the environment or another file.
    package func base(isSecret: Bool) -> BaseAddress { (try? BaseAddress(text, isSecret: isSecret)) ?? BaseAddress() }
}
