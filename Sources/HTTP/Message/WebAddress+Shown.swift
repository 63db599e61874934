internal import Ground
package import WebAddresses

extension WebAddress {
    /// The URL in messages and logs: values of query items with sensitive names are masked.
    package var shown: String { AddressMask.masked(text).printable }
}
