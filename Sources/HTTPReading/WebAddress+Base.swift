package import Pipeline
package import WebAddresses

extension WebAddress {
    /// What relative addresses in a document with this URL start from.
    ///
    /// - Parameter isSecret: Whether the URL came from the environment or another file.
    package func base(isSecret: Bool) -> BaseAddress { (try? BaseAddress(text, isSecret: isSecret)) ?? BaseAddress() }
}
