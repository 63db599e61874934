/// A kind of file that the stage keeps, as the option `kinds` names it.
enum AssetKind: String, CaseIterable, Sendable {
    case image, svg, pdf, audio, video, document

    /// The endings of addresses that most likely lead to such a file.
    private static let endings: [String: AssetKind] = {
        let lists: [(AssetKind, String)] = [
            (.image, "png jpg jpeg jpe gif webp avif"), (.svg, "svg"), (.pdf, "pdf"), (.audio, "mp3 m4a m4b aac ogg oga opus wav flac"),
            (.video, "mp4 m4v mov webm mkv ogv"), (.document, "docx xlsx pptx odt ods odp epub doc xls ppt rtf"),
        ]
        return lists.reduce(into: [:]) { endings, list in for ending in list.1.split(separator: " ") { endings[String(ending)] = list.0 } }
    }()

    /// The kind of file that an address most likely leads to; nil for an address that may lead to a page.
    ///
    /// - Parameter ending: The result of ``ending(of:)``.
    init?(ending: String) {
        guard let kind = Self.endings[ending] else { return nil }
        self = kind
    }

    /// The ending of the last name in an address, in lower case; empty for none.
    static func ending(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
        guard let dot = name.lastIndex(of: "."), name.utf8.distance(from: dot, to: name.endIndex) <= 6 else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
