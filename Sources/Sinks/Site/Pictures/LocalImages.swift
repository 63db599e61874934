internal import HTMLParsing
internal import ImageHeaders
internal import Pipeline
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The images in the folder of a site: their sizes, and their content for bodies of mails. Workers share the sizes, so that they are found
/// once. Content is read each time.
final class LocalImages: Sendable {
    /// The limit of images that are remembered.
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
    /// - Returns: nil if the address leads out of the folder, or to no image.
    func facts(of address: String, on page: [String]) -> ImageFacts? {
        guard let path = Self.path(of: address, on: page) else { return nil }
        if let found = known.withLock({ $0[path] }) { return found }
        let facts = read(path)
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

    /// Returns an image as a `data:` URL, for places whose policy allows no files.
    ///
    /// - Parameter limit: The greatest length of the file in bytes.
    func dataURL(of address: String, on page: [String], limit: Int) -> DataURL {
        guard facts(of: address, on: page) != nil, let path = Self.path(of: address, on: page),
            let bytes = UncommittedFiles.head(of: file(at: path), upTo: limit + 1)
        else { return .noImage }
        if bytes.count > limit { return .tooLong }
        guard let kind = ImageKind(bytes) else { return .noImage }
        return .url("data:image/\(kind.rawValue);base64,\(Data(bytes).base64EncodedString())")
    }

    /// Returns the path components of a relative address; nil for any other address.
    static func path(of address: String, on page: [String]) -> [String]? {
        let address = address.trimmingSpaces
        let text = HTMLAddress.percentDecoded(String(address.prefix { $0 != "?" && $0 != "#" }))
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

    private func read(_ path: [String]) -> ImageFacts? {
        guard let head = UncommittedFiles.head(of: file(at: path), upTo: ImageSize.headBytes), let kind = ImageKind(head),
            let size = ImageSize(head: head, kind: kind)
        else { return nil }
        return ImageFacts(width: size.width, height: size.height, copies: nil)
    }
}
