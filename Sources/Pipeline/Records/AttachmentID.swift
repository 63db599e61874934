internal import HTMLParsing
public import JSONParsing

/// The content ID of an attachment, which `cid:` addresses in the HTML of a mail name.
///
/// - SeeAlso: RFC 2392
public struct AttachmentID: Hashable, Sendable {
    /// The ID without angle brackets.
    public let text: String

    /// - Parameter attachment: An attachment with its ID in `cid`, `content_id` or `metadata.cid`.
    /// - Returns: nil for an attachment without one.
    /// - Throws: ``JSONError`` if a value is ambiguous or cannot be decoded.
    public init?(of attachment: JSONObject) throws {
        let metadata = try attachment["metadata"].flatMap { try $0.kind == .object ? $0.member("cid") : nil }
        guard
            let id = [attachment["cid"], attachment["content_id"], metadata].lazy.compactMap({ $0?.string }).first(where: { !$0.isEmpty })
        else { return nil }
        self.init(id)
    }

    /// - Parameter address: An address in the HTML.
    /// - Returns: nil for an address with another scheme than `cid`.
    public init?(address: String) {
        let address = address.trimmingSpaces
        guard address.prefix(Self.scheme.count).lowercased() == Self.scheme else { return nil }
        self.init(HTMLAddress.percentDecoded(String(address.dropFirst(Self.scheme.count))))
    }

    private static let scheme = "cid:"

    /// - Parameter text: The ID. In the header of a part, it has angle brackets.
    public init(_ text: String) {
        let text = text.trimmingSpaces
        self.text = text.hasPrefix("<") && text.hasSuffix(">") ? String(text.dropFirst().dropLast()) : text
    }
}
