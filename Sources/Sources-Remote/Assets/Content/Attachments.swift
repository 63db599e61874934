internal import JSONParsing
internal import Pipeline

/// The attachments of a message, by their content IDs: the objects in `attachments` beside the HTML.
///
/// Each has its ID in `cid`, `content_id` or `metadata.cid`, and its address in `url`, which may be a `data:` URL.
struct Attachments {
    private var addresses: [String: String] = [:]
    private let base: BaseAddress

    /// - Parameters:
    ///   - record: The record or element with the HTML.
    ///   - base: What relative addresses of the record start from.
    init(of record: Record, from base: BaseAddress) throws {
        self.base = base
        guard let value = try record.get("attachments"), case .array(let list) = try value.decoded() else { return }
        for item in list {
            guard case .object(let object) = try item.decoded(), let url = object["url"]?.string else { continue }
            let metadata = try object["metadata"].flatMap { try $0.kind == .object ? $0.member("cid") : nil }
            guard let id = [object["cid"], object["content_id"], metadata].lazy.compactMap({ $0?.string }).first else { continue }
            addresses[Self.bare(id)] = url
        }
    }

    /// Returns the address of the attachment that another address means; other addresses as they are.
    func resolved(_ address: AssetAddress) -> AssetAddress {
        guard case .part(let id) = address, let url = addresses[Self.bare(id)] else { return address }
        return AssetAddress(url, from: base)
    }

    /// A content ID without the angle brackets that it has in the header of a part.
    ///
    /// - SeeAlso: RFC 2392
    private static func bare(_ id: String) -> String {
        id.hasPrefix("<") && id.hasSuffix(">") ? String(id.dropFirst().dropLast()) : id
    }
}
