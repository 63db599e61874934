internal import HTMLParsing
public import JSONParsing
internal import JSONQuery
internal import WebAddresses

/// The base URL for relative addresses in content, and the addresses that the run itself has written into the content.
///
/// A value is a single reference, so that all records of a page share one URL in memory.
public struct BaseAddress: Sendable, Equatable {
    /// The resolved form of an address in content.
    public enum ResolvedAddress: Sendable, Equatable {
        /// The address stays: it has a scheme, or names a place of the same page, or a file of the output.
        case itself
        /// The URL that a relative address means.
        case url(String)
        /// The address is relative, and no base URL is known.
        case unknown
    }

    /// A class, so that a copy of a record changes only one reference count.
    private final class Storage: Sendable {
        let url: URLReference?
        let isSecret: Bool
        let outputs: Set<String>

        init(_ url: URLReference?, isSecret: Bool, outputs: Set<String>) {
            self.url = url
            self.isSecret = isSecret
            self.outputs = outputs
        }
    }

    private let content: Storage?

    /// Creates a base without a URL, for records that were read from files.
    public init() { content = nil }

    private init(_ url: URLReference?, isSecret: Bool, outputs: Set<String>) {
        content = url == nil && outputs.isEmpty ? nil : Storage(url, isSecret: isSecret, outputs: outputs)
    }

    /// Creates a base. User, query and fragment of the URL are dropped: no relative address contains them.
    ///
    /// - Parameters:
    ///   - url: An absolute http or https URL.
    ///   - isSecret: Whether the URL came from the environment or another file, so that no output may show it.
    /// - Throws: ``RecordError`` for another text.
    public init(_ url: String, isSecret: Bool = false) throws(RecordError) {
        guard let reference = Self.absolute(HTMLAddress.valid(url)) else {
            throw RecordError(
                "expected an absolute http(s) URL, such as https://example.org/news/, found "
                    + (isSecret ? "another text" : "\"\(AddressMask.masked(in: url).prefix(200).printable)\""))
        }
        self.init(reference, isSecret: isSecret, outputs: [])
    }

    /// Whether no URL is known.
    public var isUnknown: Bool { content?.url == nil }
    /// Whether the URL came from the environment or another file.
    public var isSecret: Bool { content?.isSecret ?? false }

    /// Two bases are equal if they resolve all addresses in the same way.
    public static func == (one: BaseAddress, other: BaseAddress) -> Bool {
        one.content === other.content
            || one.content?.url?.text == other.content?.url?.text && one.isSecret == other.isSecret
                && one.content?.outputs == other.content?.outputs
    }

    /// Returns what an address in content means, as browsers read it. No scheme but http and https is ever added.
    ///
    /// - SeeAlso: RFC 3986, section 5; [URL 4.4, URL parsing](https://url.spec.whatwg.org/#url-parsing)
    public func target(of address: String) -> ResolvedAddress { target(of: address, isPlain: Self.isPlainRelative(address)) }

    /// - Parameter isPlain: Whether the address is known to be relative, and to need no repair.
    func target(of address: String, isPlain: Bool) -> ResolvedAddress {
        if !isPlain, HTMLAddress(address).scheme != nil { return .itself }
        let text = isPlain ? address : Self.withSlashes(HTMLAddress.valid(address))
        guard !text.isEmpty, !text.hasPrefix("#"), content?.outputs.contains(text) != true else { return .itself }
        let reference = URLReference(text)
        guard reference.scheme == nil, reference.authority != "" else { return .itself }
        guard let url = content?.url else { return .unknown }
        return .url(url.resolving(reference).text)
    }

    /// Whether an address is certainly relative and valid: it has no scheme, and only characters that RFC 3986 allows. This fast check
    /// recognizes most relative addresses.
    static func isPlainRelative(_ address: String) -> Bool {
        // Browsers read more than two slashes as two.
        if address.utf8.starts(with: "///".utf8) { return false }
        var mayBeScheme = true
        for byte in address.utf8 {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): mayBeScheme = false
            case UInt8(ascii: ":"): if mayBeScheme { return false }
            case UInt8(ascii: "!"), UInt8(ascii: "$")...UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"),
                UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                break
            default: guard byte.isASCIILetter || byte.isASCIIDigit else { return false }
            }
        }
        return true
    }

    /// Returns the base of a document in this content, which an element `base` may change.
    ///
    /// - SeeAlso: [HTML 4.2.3, the base element](https://html.spec.whatwg.org/multipage/semantics.html#the-base-element)
    public func changed(by baseElement: String?) -> BaseAddress {
        guard let baseElement else { return self }
        let outputs = content?.outputs ?? []
        switch target(of: baseElement) {
        case .unknown: return self
        case .url(let url): return BaseAddress(Self.absolute(url), isSecret: isSecret, outputs: outputs)
        case .itself:
            guard let url = Self.absolute(HTMLAddress.valid(baseElement)) else { return self }
            return BaseAddress(url, isSecret: false, outputs: outputs)
        }
    }

    /// Returns this base for content with addresses of files in the output. Such addresses are relative to the output, and stay as they
    /// are.
    ///
    /// - Parameter addresses: The addresses as the content has them, such as `images/a.png`.
    public func leaving(_ addresses: some Sequence<String>) -> BaseAddress {
        let new = addresses.map { Self.withSlashes(HTMLAddress.valid($0)) }
        return BaseAddress(content?.url, isSecret: isSecret, outputs: (content?.outputs ?? []).union(new))
    }

    /// Returns the base that an option names, in place of this one. Addresses of the output stay as they are. The new base is not secret,
    /// because the option permits it in content.
    public func replaced(by other: BaseAddress) -> BaseAddress {
        BaseAddress(other.content?.url, isSecret: false, outputs: content?.outputs ?? [])
    }

    /// Returns an equal base with its own storage object, so that workers do not contend for one reference count.
    func separated() -> BaseAddress {
        guard let content else { return self }
        return BaseAddress(content.url, isSecret: content.isSecret, outputs: content.outputs)
    }

    /// The parts of a URL that relative addresses start from; nil for a text that is no absolute http or https URL.
    private static func absolute(_ text: String) -> URLReference? {
        let url = URLReference(withSlashes(text)).withoutSecrets
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let server = url.server, !server.host.isEmpty,
            server.hasPlainHost, server.hasValidPort
        else { return nil }
        // The path is not parsed again, because one that begins with two slashes would be taken for a host.
        var path = URLReference("/")
        if !url.path.isEmpty { path.path = url.path }
        return url.resolving(path)
    }

    /// Replaces backslashes by slashes, and more than two slashes in front of a host by two, as browsers do.
    private static func withSlashes(_ address: String) -> String {
        let end = address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex
        let path = String(address[..<end].replacing("\\", with: "/"))
        let slashes = path.prefix { $0 == "/" }.count
        let isOfHost = slashes > 2
        return (isOfHost ? String(path.dropFirst(slashes - 2)) : path) + String(address[end...])
    }
}

/// The content ID of an attachment. Addresses with `cid:` in the HTML of a mail name it.
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
        self.init(PercentEncoding.decoded(String(address.dropFirst(Self.scheme.count))))
    }

    private static let scheme = "cid:"

    /// - Parameter text: The ID. In the header of a part, it has angle brackets.
    public init(_ text: String) {
        let text = text.trimmingSpaces
        self.text = text.hasPrefix("<") && text.hasSuffix(">") ? String(text.dropFirst().dropLast()) : text
    }
}
