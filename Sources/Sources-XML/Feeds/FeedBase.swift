internal import HTMLParsing
internal import Pipeline
internal import XMLParsing

/// Tells the HTML that has no relative address without parsing it, which most items of feeds allow.
private struct AddressScan {
    /// Attributes in which no relative address is resolved.
    private static let harmless: Set<String> = [
        "align", "alt", "border", "class", "height", "id", "lang", "loading", "rel", "style", "target", "title", "width",
    ]
    /// The length of the longest of them in bytes.
    private static let maxHarmlessBytes = 7

    private let bytes: [UInt8]

    init(_ html: String) { bytes = Array(html.utf8) }

    /// False only if each attribute has no address, or one that begins with a scheme.
    var mayFindRelative: Bool {
        var place = bytes.startIndex
        while let sign = bytes[place...].firstIndex(of: UInt8(ascii: "=")) {
            if !hasScheme(behind: sign) || isList(inFrontOf: sign), !Self.harmless.contains(name(inFrontOf: sign)) { return true }
            place = sign + 1
        }
        return false
    }

    private func hasScheme(behind sign: Int) -> Bool {
        var value = bytes[(sign + 1)...].drop(while: \.isFoldedSpace)
        if value.first == UInt8(ascii: "\"") || value.first == UInt8(ascii: "'") { value = value.dropFirst() }
        let end = value.firstIndex { !$0.isASCIILetter } ?? value.endIndex
        return end > value.startIndex && end < value.endIndex && value[end] == UInt8(ascii: ":")
    }

    /// Whether the name of an attribute ends with `set`: behind the first address of its list, there may be relative ones.
    private func isList(inFrontOf sign: Int) -> Bool {
        guard let end = bytes[..<sign].lastIndex(where: { !$0.isFoldedSpace }), end >= 2 else { return false }
        return bytes[end] | 0x20 == UInt8(ascii: "t") && bytes[end - 1] | 0x20 == UInt8(ascii: "e")
            && bytes[end - 2] | 0x20 == UInt8(ascii: "s")
    }

    /// The end of the name of an attribute, in lower case: long enough to tell the harmless ones.
    private func name(inFrontOf sign: Int) -> String {
        let end = bytes[..<sign].lastIndex { !$0.isFoldedSpace } ?? bytes.startIndex
        let name = bytes[...end].suffix(Self.maxHarmlessBytes + 1)
        let start = name.lastIndex { !$0.isASCIILetter && $0 != UInt8(ascii: "-") }.map { $0 + 1 } ?? name.startIndex
        return String(decoding: name[start...].lazy.map { $0 | 0x20 }, as: UTF8.self)
    }
}

/// The address that relative addresses in a part of a feed start from.
///
/// - SeeAlso: [XML Base](https://www.w3.org/TR/xmlbase/)
struct FeedBase: Equatable, Sendable {
    private let address: BaseAddress

    /// - Parameter address: The address of the document; a secret one counts as unknown, because records show what starts from it.
    init(_ address: BaseAddress) { self.address = address.isSecret ? BaseAddress() : address }

    /// Whether relative addresses become absolute.
    var isKnown: Bool { address != BaseAddress() }

    /// The base inside of an element, which its attribute `xml:base` may change.
    func inside(_ element: XMLElement) -> FeedBase { moved(to: element.value("xml:base")) }

    /// The base that an address relative to this one names.
    func moved(to reference: String?) -> FeedBase {
        guard let reference else { return self }
        let moved: BaseAddress? =
            switch address.target(of: reference) {
            case .url(let url): try? BaseAddress(url)
            case .itself: try? BaseAddress(reference)
            case .unknown: nil
            }
        return moved.map { FeedBase($0) } ?? self
    }

    /// An address as an absolute one, if the base is known.
    func resolved(_ reference: String?) -> String? {
        guard let reference = reference?.meaningful else { return nil }
        return if case .url(let url) = address.target(of: reference) { url } else { reference }
    }

    /// HTML with absolute addresses, if the base is known. HTML without relative ones stays as it is written.
    func resolved(html: String) -> String {
        guard isKnown, html.utf8.contains(UInt8(ascii: "<")), AddressScan(html).mayFindRelative else { return html }
        var document = HTMLDocument(parsingFragment: html)
        let isChanged = document.replaceRelativeAddresses { reference in
            if case .url(let url) = address.target(of: reference) { url } else { nil }
        }
        return isChanged ? document.serialized() : html
    }
}
