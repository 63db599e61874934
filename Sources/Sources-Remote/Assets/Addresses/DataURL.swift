internal import Pipeline
internal import SourcesLocal

/// The content of a `data:` URL.
///
/// - SeeAlso: RFC 2397; [Fetch, data: URLs](https://fetch.spec.whatwg.org/#data-urls)
struct DataURL {
    let bytes: [UInt8]

    /// - Parameters:
    ///   - text: The URL.
    ///   - limit: The greatest number of bytes of the content.
    /// - Throws: ``AssetFault``.
    init(_ text: String, limit: Int) throws(AssetFault) {
        guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { throw .damaged("the data: URL has no comma") }
        let media = text[..<comma].lowercased().trimmingSpaces
        let body = EncodedBytes.bytes(of: text, behind: comma)
        // Base64 has four bytes for three, and an escape has three for one.
        guard body.count / 3 <= limit else { throw .tooLong(limit: limit) }
        let plain = EncodedBytes.percentDecoded(body)
        if media.hasSuffix("base64"), media.dropLast("base64".count).trimmingSpaces.hasSuffix(";") {
            guard let decoded = EncodedBytes.base64(plain) else { throw .damaged("the data: URL is not Base64") }
            bytes = decoded
        } else {
            bytes = plain
        }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    }
}
