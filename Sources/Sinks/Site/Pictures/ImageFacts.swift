internal import JSONParsing
internal import Pipeline

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
        // A comma at an end would belong to the list, and a `data:` URL is no smaller copy.
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
    ///   - value: The value of ``field``. Items of another form are no facts.
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
