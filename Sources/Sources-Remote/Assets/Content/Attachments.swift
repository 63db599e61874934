internal import JSONParsing
internal import Pipeline

/// The attachments of a message, by their content IDs: the objects in `attachments` beside the HTML.
///
/// Each has its ``AttachmentID``, and its address in `url`, which may be a `data:` URL.
struct Attachments {
    private var addresses: [AttachmentID: String] = [:]
    private let base: BaseAddress

    /// - Parameters:
    ///   - record: The record or element with the HTML.
    ///   - base: What relative addresses of the record start from.
    init(of record: Record, from base: BaseAddress) throws {
        self.base = base
        guard let value = try record.get("attachments"), case .array(let list) = try value.decoded() else { return }
        for item in list {
            guard case .object(let object) = try item.decoded(), let url = object["url"]?.string, let id = try AttachmentID(of: object)
            else {
                continue
            }
            addresses[id] = url
        }
    }

    /// Returns the address of the attachment that another address means; other addresses as they are.
    func resolved(_ address: AssetAddress) -> AssetAddress {
        guard case .part(let id) = address, let url = addresses[AttachmentID(id)] else { return address }
        return AssetAddress(url, from: base)
    }
}
