internal import HTMLParsing
internal import JSONParsing
internal import Pipeline

/// The file that lists the files of a Markdown sink.
struct MarkdownIndex: Sendable {
    struct Entry: Sendable {
        let path: String
        let label: String
        let text: String?
    }

    /// The first line of every index. A file without it is somebody's own, and is not replaced.
    static let mark = "<!-- This list of files was made by tabpipe, and will be made anew. -->"

    let path: [String]
    private let title: String
    private let label: RecordQuery
    private let text: RecordQuery

    init(options: inout OptionReader) {
        let name = options.string("to", default: "README.md", help: "The path of the index inside the sink's folder.")
        if let names = try? OutputFolder.split(name) {
            path = names
        } else {
            path = []
            options.report("expected a path inside the sink's folder", option: "to")
        }
        title = options.string("title", default: "Index", help: "The heading.")
        label = options.query("label", default: ".title", help: "A jq program that gives the text of the link to a record's file.")
        text = options.query("text", default: ".teaser", help: "A jq program that gives what stands below the link; null for nothing.")
    }

    func entry(_ record: Record, path: String) throws -> Entry {
        let label = try label.first(record).flatMap { $0.isNull ? nil : $0.string ?? $0.compactText }
        let text = try text.first(record).flatMap { $0.isNull ? nil : $0.string ?? $0.compactText }
        return Entry(path: path, label: label ?? path, text: text)
    }

    /// The index as Markdown; built as a document, so that titles are escaped as all other content is.
    func bytes(_ entries: [Entry]) -> [UInt8] {
        var document = HTMLDocument()
        let heading = document.makeElement(.h1)
        document.append(document.makeText(title), to: heading)
        document.append(heading, to: document.root)
        let list = document.makeElement(.ul)
        let depth = path.count - 1
        for entry in entries {
            let item = document.makeElement(.li)
            let address = String(repeating: "../", count: depth) + Self.encoded(entry.path)
            let link = document.makeElement(.a, attributes: [HTMLAttribute(name: "href", value: address)])
            document.append(document.makeText(entry.label), to: link)
            document.append(link, to: item)
            if let text = entry.text {
                document.append(document.makeElement(.br), to: item)
                document.append(document.makeText(text), to: item)
            }
            document.append(item, to: list)
        }
        if !entries.isEmpty { document.append(list, to: document.root) }
        return Array("\(Self.mark)\n\n".utf8) + MarkdownWriter().bytes(of: document)
    }

    /// Sees to it that no file is replaced that is not an index.
    ///
    /// - Throws: ``PipelineFailure`` that names the file and the option.
    func check(with writer: inout FolderWriter, folder: String) throws {
        guard let found = try writer.beginning(of: path, limit: Self.mark.utf8.count), found != Array(Self.mark.utf8) else { return }
        let shown = ([folder] + path).joined(separator: "/").printable
        throw PipelineFailure(
            .cannotCreate,
            "\(shown) is not a list that tabpipe made, and is not replaced; move it, or name another file in the sink's option index.to")
    }

    /// A path as a relative URL (RFC 3986, section 3.3).
    static func encoded(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
