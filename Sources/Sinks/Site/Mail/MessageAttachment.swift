internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

/// A file that came with a message.
struct MessageAttachment {
    /// The name; the end of the address if the attachment has none, and empty without both.
    let name: String
    /// The address of the file; nil if it is not on the web.
    let address: String?
    /// The address with which the body can show the file as an image: a web URL, a `data:` URL, or the relative path of a file of the site.
    /// Otherwise nil.
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
        while number >= 999.5, unit < InterfaceWord.sizes.count - 1 {
            number /= 1000
            unit += 1
        }
        let tenths = Int((number * 10).rounded())
        let text = unit == 0 || tenths >= 100 ? String(Int(number.rounded())) : "\(tenths / 10)\(words.language.decimalMark)\(tenths % 10)"
        return words(InterfaceWord.sizes[unit], text)
    }

    /// Writes the attachment as an item of a list.
    func write(to list: inout HTMLMarkup, _ words: SiteWords) {
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

/// The images of a mail's body that came with it: attachments, which the body names by `cid:` and a content ID, and files that the stage
/// `assets` has put into the folder of the site. A frame loads no files, so that the page carries them.
///
/// The images get their addresses before the body is sanitised, so that all rules for images apply to them.
struct InlineImages {
    private let attachments: [MessageAttachment]
    /// The indexes of the attachments that are images, by their content IDs.
    private let places: [AttachmentID: Int]
    /// Reads an image in the folder of the site.
    typealias Reader = (_ address: String, _ limit: Int) -> LocalImages.DataURL

    private let file: Reader?
    /// The number of bytes that image addresses may still add to the body. A body can name one image any number of times.
    private var remainingBytes = Self.maxBytes
    private var remainingFiles = Self.maxFiles
    /// The indexes of the attachments whose bytes the body carries.
    private(set) var carried: Set<Int> = []

    /// The limit of all image addresses in a body, in bytes. The first image beyond it, and all later ones, stay attachments.
    static let maxBytes = 8 << 20
    /// The largest number of image files to read for a body.
    private static let maxFiles = 100

    init(_ attachments: [MessageAttachment], file: Reader? = nil) {
        self.attachments = attachments
        self.file = file
        var places: [AttachmentID: Int] = [:]
        for (place, attachment) in attachments.enumerated() where attachment.image != nil {
            // The first attachment with an ID counts, as in mail programs.
            if let id = attachment.id, places[id] == nil { places[id] = place }
        }
        self.places = places
    }

    /// Replaces the `cid:` addresses and the relative addresses of images in a part of the body.
    mutating func place(in document: inout HTMLDocument) {
        if places.isEmpty, file == nil { return }
        for image in document.elements(tag: .img) {
            guard let source = document.attribute("src", of: image) else { continue }
            let place = AttachmentID(address: source).flatMap { places[$0] }
            guard let given = place.flatMap({ attachments[$0].image }) ?? (SiteAddress.isRelative(source) ? source : nil),
                let address = SiteAddress.isRelative(given) ? address(ofFile: given) : given, put(address, into: image, &document)
            else { continue }
            if let place, attachments[place].address == nil { carried.insert(place) }
        }
    }

    private mutating func address(ofFile address: String) -> String? {
        guard let file, remainingFiles > 0, remainingBytes > 0 else { return nil }
        remainingFiles -= 1
        // Base64 has four bytes for three.
        switch file(address, remainingBytes / 4 * 3) {
        case .url(let url): return url
        case .noImage: return nil
        case .tooLong:
            remainingBytes = 0
            return nil
        }
    }

    /// Sets the address of an image. Returns false if the address exceeds the remaining bytes.
    private mutating func put(_ address: String, into image: HTMLNode, _ document: inout HTMLDocument) -> Bool {
        let bytes = address.utf8.count
        guard bytes <= remainingBytes else {
            remainingBytes = 0
            return false
        }
        remainingBytes -= bytes
        document.setAttribute("src", to: address, of: image)
        return true
    }
}
