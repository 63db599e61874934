internal import HTMLParsing
internal import JSONParsing
internal import Pipeline

/// A file that came with a message.
struct MessageAttachment {
    /// The name; the end of the address if the attachment has none, and empty without both.
    let name: String
    /// The address of the file; nil if it is not on the web.
    let address: String?
    /// The address of the image that it is in the body: on the web, a `data:` URL, or a file of the site; nil for no image that a page may show.
    let image: String?
    /// The content ID, by which the body names it; nil without one.
    let id: AttachmentID?
    /// The size in bytes; nil if it is unknown.
    let size: Double?

    private static let name = RecordField("name", .string, help: "The name of the file.")
    private static let fileName = RecordField("filename", .string, help: "The name of the file, where there is no name.")
    private static let address = RecordField(
        "url", .string,
        help: "Where the file is; a link if that is on the web. For images of the body, also a data: URL, or a file of the site.")
    private static let id = RecordField(
        "content_id", .string, help: "The ID by which \"cid:\" images of the body name it; also in cid or metadata.cid.")
    private static let size = RecordField("size", .stringOrNumber, help: "The size in bytes.")

    /// The fields that are read from an attachment.
    static let fields = [name, fileName, address, size, id]

    /// - Parameter path: The path of the attachment in its record, for errors.
    /// - Throws: ``RecordError`` with the path of a value that has the wrong type or cannot be decoded.
    init(_ object: JSONObject, at path: String) throws {
        let given = try Self.address.string(object[Self.address.name], in: path)?.trimmingSpaces ?? ""
        let isData = SiteAddress.scheme(of: given) == "data"
        address = SiteAddress.isWeb(given) ? HTMLAddress.valid(given) : nil
        image = address ?? (isData ? SiteAddress.image(given) : SiteAddress.isRelative(given) ? given : nil)
        id = try AttachmentID(of: object)
        let names = try [Self.name, Self.fileName].map { try $0.string(object[$0.name], in: path)?.trimmingSpaces ?? "" }
        let title = names.first { !$0.isEmpty } ?? ""
        let last = isData ? "" : given.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? ""
        name = title.isEmpty ? last : title
        size = try Self.size.stringOrNumber(object[Self.size.name], in: path).flatMap(Double.init).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns the size in words, such as `1.2 MB`; nil if it is unknown.
    func sizeText(_ words: SiteWords) -> String? {
        guard let size, size < 1e15 else { return nil }
        var number = size
        var unit = 0
        while number >= 999.5, unit < Word.sizes.count - 1 {
            number /= 1000
            unit += 1
        }
        let tenths = Int((number * 10).rounded())
        let text = unit == 0 || tenths >= 100 ? String(Int(number.rounded())) : "\(tenths / 10)\(words.language.decimalMark)\(tenths % 10)"
        return words(Word.sizes[unit], text)
    }

    /// Writes the attachment as an item of a list.
    func write(to list: inout Markup, _ words: SiteWords) {
        list.element("li") { item in
            if let address {
                item.element("a", ["href": address, "rel": "noopener noreferrer", "download": "", "dir": "auto"], text: name)
            } else {
                item.element("span", ["dir": "auto"], text: name)
            }
            if let size = sizeText(words) {
                item.text(" (")
                item.element("bdi", ["lang": words.foreign], text: size)
                item.text(")")
            }
        }
    }
}
