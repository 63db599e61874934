internal import HTMLParsing
internal import Pipeline

/// The images of a mail's body that came with it: attachments, which the body names by `cid:` and a content ID, and files that the stage
/// `assets` has put into the folder of the site. A frame loads no files, so that the page carries them.
///
/// They get their addresses before the body is sanitised, so that all rules for images apply to them.
struct InlineImages {
    private let attachments: [MessageAttachment]
    /// The places of the attachments that are images, by their IDs.
    private let places: [AttachmentID: Int]
    /// Reads an image in the folder of the site.
    typealias Reader = (_ address: String, _ limit: Int) -> LocalImages.DataURL

    private let file: Reader?
    /// The bytes of addresses that the body may still get. A body can name one image any number of times.
    private var remainingBytes = Self.maxBytes
    private var remainingFiles = Self.maxFiles
    /// The places of the attachments whose bytes the body carries.
    private(set) var carried: Set<Int> = []

    /// The limit of all addresses in a body, in bytes. From the first image beyond it, images stay attachments.
    static let maxBytes = 8 << 20
    /// The largest number of files that are looked for.
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

    /// Gives the images of a part of the body their addresses.
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

    /// Returns false if the address is too long.
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
