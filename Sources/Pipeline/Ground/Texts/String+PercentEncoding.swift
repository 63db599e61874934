internal import HTMLParsing

extension String {
    /// The text as a part of a URL: all bytes but unreserved characters as `%XX`.
    ///
    /// Package access: the HTTP source makes queries and forms with it; plug-ins have `HTMLAddress.percentEncoded(_:)`.
    ///
    /// - SeeAlso: RFC 3986, section 2.3
    package var percentEncoded: String { HTMLAddress.percentEncoded(self) }

    /// The text with `%XX` decoded. A `%` without two digits stays, as in browsers; a result that is not UTF-8 leaves the text unchanged.
    ///
    /// Package access: the HTTP source compares names in queries, and names documents after URLs.
    ///
    /// - SeeAlso: [URL, percent-decode](https://url.spec.whatwg.org/#percent-decode)
    package var percentDecoded: String { HTMLAddress.percentDecoded(self) }
}
