internal import HTMLParsing
internal import ImageHeaders
internal import JSONParsing
internal import Pipeline
internal import Synchronization
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The size of an image and its smaller copies, as a stage has noted them.
struct ImageFacts: Codable, Sendable, Equatable {
    /// A smaller copy of the image.
    struct Copy: Codable, Sendable, Equatable {
        let address: String
        let width: Int
    }

    /// The limit of a width or height in pixels. A larger number is damaged data.
    private static let maxSide = 100_000
    /// The limit of copies that a page lists.
    private static let maxCopies = 16

    let width: Int
    let height: Int
    let copies: [Copy]?

    /// Whether the size is one that an image can have.
    var isValid: Bool { (1...Self.maxSide).contains(width) && (1...Self.maxSide).contains(height) }
    /// The ratio of width to height.
    var ratio: Double { Double(width) / Double(height) }

    /// The same facts for another page, whose copies have other relative addresses.
    func moved(from page: [String], to other: [String]) -> ImageFacts {
        let moved = copies?.map { Copy(address: SiteAddress.moved($0.address, from: page, to: other), width: $0.width) }
        return ImageFacts(width: width, height: height, copies: moved)
    }

    /// The value of `srcset`, the narrowest copy first; nil without copies.
    ///
    /// - Parameter source: The address of the image itself, in valid form.
    func candidates(_ source: String) -> String? {
        let smaller = (copies ?? []).prefix(Self.maxCopies).filter { (1..<width).contains($0.width) }
        let known = smaller.compactMap { copy in SiteAddress.image(copy.address).map { (address: $0, width: copy.width) } }
        // A comma at the beginning or end of an address would be read as the separator of the list.
        let all = (known + [(source, width)]).filter { !$0.address.hasPrefix(",") && !$0.address.hasSuffix(",") }
        guard all.count > 1, all.last?.width == width else { return nil }
        return all.sorted { $0.width < $1.width }.map { "\($0.address) \($0.width)w" }.joined(separator: ", ")
    }
}

/// The facts of the images of a record, by their addresses.
struct ImageFactsTable: Sendable {
    /// The field of the record. The stage `assets` writes it, and any other can.
    static let field = RecordField(
        "image_facts",
        .list([
            RecordField("address", .string, help: "The address of an image, as it is in the content."),
            RecordField(
                "copies", .list([RecordField("address", .string, help: "The address of a smaller copy.")]),
                help: "Smaller copies, each with its width in pixels as a number."),
        ]),
        help: "The sizes of images: width and height in pixels as numbers. The stage assets writes this field if its option facts names it."
    )

    private var facts: [String: ImageFacts] = [:]
    /// Returns the facts of an image that no stage has noted.
    private let others: @Sendable (String) -> ImageFacts?

    /// - Parameters:
    ///   - value: The value of ``field``. Items of another form are ignored.
    ///   - others: Returns the facts of an image that the value does not have.
    init(_ value: JSONValue? = nil, others: @escaping @Sendable (String) -> ImageFacts? = { _ in nil }) {
        self.others = others
        struct Address: Decodable { let address: String }
        guard let value, case .array(let list)? = try? value.decoded() else { return }
        for item in list {
            guard let address = try? item.decode(Address.self).address, let found = try? item.decode(ImageFacts.self), found.isValid else {
                continue
            }
            facts[address.trimmingSpaces] = found
        }
    }

    /// The facts of an image; nil if nothing is known of it.
    subscript(address: String) -> ImageFacts? { facts[address.trimmingSpaces] ?? others(address) }
}

/// The images in the folder of a site: their sizes, and their content for bodies of mails. Workers share the sizes, so that they are found
/// once. Content is read each time.
final class LocalImages: Sendable {
    /// The largest number of images whose sizes are cached.
    private static let maxCount = 100_000

    private let folder: String
    private let known = Mutex<[[String]: ImageFacts?]>([:])

    /// - Parameter folder: The path of the site's folder.
    init(folder: String) {
        self.folder = folder
    }

    /// Returns the size of an image.
    ///
    /// - Parameters:
    ///   - address: The address of the image on the page.
    ///   - page: The path components of the page, relative to the site's folder.
    ///   - context: Provides the files that stages have written.
    /// - Returns: nil if the address leads out of the folder, or to no image.
    func facts(of address: String, on page: [String], in context: RunContext) -> ImageFacts? {
        guard let path = Self.path(of: address, on: page) else { return nil }
        if let found = known.withLock({ $0[path] }) { return found }
        let facts = read(path, in: context)
        known.withLock { if $0.count < Self.maxCount { $0[path] = facts } }
        return facts
    }

    /// An image as a `data:` URL.
    enum DataURL {
        case url(String)
        /// The file has more bytes than allowed.
        case tooLong
        /// The address leads out of the folder, or to no image.
        case noImage
    }

    /// Returns an image as a `data:` URL, for frames whose policy allows no files.
    ///
    /// - Parameter limit: The greatest length of the file in bytes.
    func dataURL(of address: String, on page: [String], limit: Int, in context: RunContext) -> DataURL {
        guard facts(of: address, on: page, in: context) != nil, let path = Self.path(of: address, on: page),
            let bytes = context.head(of: file(at: path), upTo: limit + 1)
        else { return .noImage }
        if bytes.count > limit { return .tooLong }
        guard let kind = ImageKind(bytes) else { return .noImage }
        return .url("data:image/\(kind.rawValue);base64,\(Data(bytes).base64EncodedString())")
    }

    /// Returns the path components of a relative address; nil for any other address.
    static func path(of address: String, on page: [String]) -> [String]? {
        let address = address.trimmingSpaces
        let text = PercentEncoding.decoded(String(address.prefix { $0 != "?" && $0 != "#" }))
        guard HTMLAddress(address).scheme == nil, !address.hasPrefix("/"), !address.contains("\\"), !text.contains("\0") else { return nil }
        var path = Array(page.dropLast())
        for name in text.split(separator: "/", omittingEmptySubsequences: false) {
            switch name {
            case "", ".": break
            case "..":
                if path.popLast() == nil { return nil }
            default: path.append(String(name))
            }
        }
        return path.isEmpty ? nil : path
    }

    private func file(at path: [String]) -> String { ([folder] + path).joined(separator: "/") }

    private func read(_ path: [String], in context: RunContext) -> ImageFacts? {
        guard let head = context.head(of: file(at: path), upTo: ImageSize.headBytes), let kind = ImageKind(head),
            let size = ImageSize(head: head, kind: kind)
        else { return nil }
        return ImageFacts(width: size.width, height: size.height, copies: nil)
    }
}
