internal import Checksums
internal import HTTP
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// The target of an address in content.
enum AssetAddress: Sendable, Hashable {
    /// A file on a server.
    ///
    /// - Parameter isSecret: Whether the URL starts from a secret one, so that no output may show it.
    case web(WebAddress, isSecret: Bool = false)
    /// The bytes of the file itself, as a `data:` URL.
    case data(String)
    /// A part of a message, by its content ID.
    case part(id: String)
    /// A file of this machine, by the names of its folders and its own name below the folder of the option `local`.
    case local([String])
    /// A relative address that leads out of the folder of the option `local`, in printable form and cut.
    case outside(shown: String)
    /// A relative address that starts from no known URL, in printable form and cut. It stays as it is.
    case relative(shown: String)
    /// An address with another scheme, of a file of the output, or none. It stays as it is.
    case other
    /// An http or https address that is no valid URL. The text is in printable form and cut.
    case invalid(shown: String)

    /// Whether the file is on a server.
    var isOnServer: Bool {
        if case .web = self { true } else { false }
    }

    /// The greatest length of an address that is not a `data:` URL, in bytes.
    static let maxBytes = 16 << 10

    /// - Parameters:
    ///   - text: The address as it is in the content.
    ///   - base: What a relative address starts from.
    ///   - place: The names of the folders of the document, where relative addresses mean files of this machine; nil elsewhere.
    init(_ text: String, from base: BaseAddress = BaseAddress(), in place: [String]? = nil) {
        let text = text.trimmingSpaces
        let scheme = text.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        guard !scheme.isEmpty && scheme.endIndex < text.endIndex && text[scheme.endIndex] == ":" else {
            self = Self.relative(text, base, place)
            return
        }
        switch scheme.lowercased() {
        case "data": self = .data(text)
        case "cid": self = .part(id: PercentEncoding.decoded(String(text.dropFirst(4))))
        case "http", "https": self = Self.web(text)
        default: self = .other
        }
    }

    private static func relative(_ text: String, _ base: BaseAddress, _ place: [String]?) -> AssetAddress {
        let target = base.target(of: text)
        if let place, target != .itself, !text.hasPrefix("//"), text.utf8.count <= maxBytes {
            return LocalFiles.path(of: text, from: place).map { .local($0) } ?? .outside(shown: shown(text))
        }
        switch target {
        case .itself: return .other
        case .url(let url): return web(url, isSecret: base.isSecret)
        // Most servers have https today, and so the scheme of a page that is not known is most likely that.
        case .unknown: return text.hasPrefix("//") ? web("https:" + text) : .relative(shown: shown(text))
        }
    }

    private static func shown(_ relative: String) -> String { cut(AddressMask.maskedExternalText(String(relative.prefix(maxBytes)))) }

    private static func web(_ text: String, isSecret: Bool = false) -> AssetAddress {
        guard text.utf8.count <= maxBytes, let address = WebAddress(text) else {
            return .invalid(shown: cut(AddressMask.masked(String(text.prefix(maxBytes)))))
        }
        return .web(address, isSecret: isSecret)
    }
}

extension AssetAddress {
    /// The address as a key, of limited length.
    var key: String {
        switch self {
        case .web(let address, _): address.text
        case .data(let text): "data:\(SHA256Hasher.hex(of: text.utf8))"
        case .part(let id): "cid:\(SHA256Hasher.hex(of: id.utf8))"
        case .local(let path): "local:\(path.joined(separator: "/"))"
        case .invalid(let shown): "invalid:\(shown)"
        case .relative(let shown): "relative:\(shown)"
        case .outside(let shown): "outside:\(shown)"
        case .other: ""
        }
    }

    /// The host in messages; empty for an address without one.
    var host: String {
        if case .web(let address, _) = self { address.origin.hostAndPort.printable } else { "" }
    }

    /// The address in messages, with secrets masked and cut where it is long.
    var shown: String {
        switch self {
        case .web(let address, let isSecret): isSecret ? "***" : Self.cut(address.shown)
        case .data(let text): Self.cut(text, 40)
        case .part(let id): "cid:\(Self.cut(id))"
        case .local(let path): Self.cut(path.joined(separator: "/"))
        case .invalid(let shown), .relative(let shown), .outside(let shown): shown
        case .other: ""
        }
    }

    private static func cut(_ text: String, _ limit: Int = 300) -> String {
        let text = String(text.prefix(limit + 1)).printable
        return text.count > limit ? "\(text.prefix(limit))…" : text
    }
}

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
        let body = DataURLDecoder.bytes(of: text, behind: comma)
        // Base64 has four bytes for three, and an escape has three for one.
        guard body.count / 3 <= limit else { throw .tooLong(limit: limit) }
        let plain = PercentEncoding.decoded(body)
        if media.hasSuffix("base64"), media.dropLast("base64".count).trimmingSpaces.hasSuffix(";") {
            guard let decoded = DataURLDecoder.base64(plain) else { throw .damaged("the data: URL is not Base64") }
            bytes = decoded
        } else {
            bytes = plain
        }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    }
}
