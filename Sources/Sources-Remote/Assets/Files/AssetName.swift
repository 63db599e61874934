internal import ImageHeaders
internal import Pipeline

/// Names a file by its address and its content: a readable stem, the beginning of the hash, and the extension of its kind.
///
/// Equal content at addresses with one stem has one name. Names consist of `a` to `z`, digits, `-` and `_`, so that every file system and
/// every attribute can have them as they are.
enum AssetName {
    /// The greatest length of a stem.
    static let maxStemLength = 60
    /// The number of digits of the hash: 128 bits. With fewer, content could be made that gets the name of other content.
    static let hashDigits = 32
    /// The stem of a file whose address has no name.
    static let defaultStem = "image"

    /// - Parameters:
    ///   - stem: The result of ``stem(ofPath:)``.
    ///   - sha256: The hash of the content, in hexadecimal digits.
    static func name(stem: String, sha256: String, kind: ImageKind) -> String {
        name(stem: stem, sha256: sha256, fileExtension: kind.fileExtension)
    }

    /// - Parameter fileExtension: The ending of the name: ``AssetFormat/fileExtension``.
    static func name(stem: String, sha256: String, fileExtension: String) -> String {
        "\(stem)-\(sha256.prefix(hashDigits)).\(fileExtension)"
    }

    /// Whether ``name(stem:sha256:fileExtension:)`` may have given a name to a file with a hash.
    static func isName(_ text: String, sha256: String) -> Bool {
        let fileExtension = AssetKind.ending(of: text)
        let ending = name(stem: "", sha256: sha256, fileExtension: fileExtension)
        let stem = text.utf8.dropLast(ending.utf8.count)
        return AssetFormat.extensions.contains(fileExtension) && text.hasSuffix(ending) && (1...maxStemLength).contains(stem.count)
            && stem.allSatisfy(isStemByte)
    }

    /// Returns the name of a smaller copy of an image.
    ///
    /// - Parameters:
    ///   - name: The name of the image.
    ///   - width: The width of the copy in pixels.
    ///   - kind: The kind of the copy.
    static func copyName(of name: String, width: Int, kind: ImageKind) -> String {
        "\(name.prefix { $0 != "." })-\(width).\(kind.fileExtension)"
    }

    /// The kind of a file that has a name of the stage.
    static func kind(of name: String) -> ImageKind? { ImageKind.allCases.first { name.hasSuffix(".\($0.fileExtension)") } }

    private static func isStemByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Returns the stem for the last name of a URL's path.
    static func stem(ofPath path: String) -> String {
        let last = path.split(separator: "/", omittingEmptySubsequences: true).last.map { String($0).percentDecoded } ?? ""
        let name = last.lastIndex(of: ".").map { last[..<$0] } ?? last[...]
        var stem = ""
        for scalar in name.lowercased().unicodeScalars {
            guard stem.utf8.count < maxStemLength else { break }
            switch scalar {
            case "a"..."z", "0"..."9", "_": stem.unicodeScalars.append(scalar)
            default: if !stem.isEmpty, stem.last != "-" { stem.append("-") }
            }
        }
        while stem.last == "-" { stem.removeLast() }
        return stem.isEmpty ? defaultStem : stem
    }
}
