import Foundation
import ProgramSupport

/// A page of the documentation, taken apart.
struct DocumentPage {
    /// The page's path from the project's root.
    let path: String
    let text: String
    let blocks: [DocumentBlock]
    /// Lines outside of blocks.
    let prose: [Substring]

    /// README and all pages in `docs`, as paths from the project's root.
    static let paths: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Program.root.appendingPathComponent("docs").path)) ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }()

    /// Why a page cannot be taken apart.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - path: The page's path from the folder.
    ///   - folder: The project's root, if it is not named.
    /// - Throws: ``Fault`` if a block has an unknown kind or no end, or stands indented without a fence.
    init(_ path: String, in folder: URL = Program.root) throws {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        var blocks: [DocumentBlock] = []
        var prose: [Substring] = []
        var open: (kind: DocumentBlock.Kind, file: String?, line: Int)?
        var lines: [Substring] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let place = "\(path):\(index + 1)"
            guard line.hasPrefix("```") else {
                if open == nil, line.hasPrefix("    ") { throw Fault(description: "\(place): a block without a fence") }
                if open == nil { prose.append(line) } else { lines.append(line) }
                continue
            }
            if let (kind, file, start) = open {
                blocks.append(DocumentBlock(kind: kind, file: file, text: lines.map { $0 + "\n" }.joined(), line: start))
                (open, lines) = (nil, [])
            } else {
                let words = line.dropFirst(3).split(separator: " ").map(String.init)
                guard let kind = words.first.flatMap(DocumentBlock.Kind.init) else {
                    throw Fault(description: "\(place): no test knows how to check this kind of block")
                }
                open = (kind, words.count > 1 ? words[1] : nil, index + 1)
            }
        }
        if let open { throw Fault(description: "\(path):\(open.line): the block has no end") }
        self.path = path
        self.text = text
        self.blocks = blocks
        self.prose = prose
    }

    /// The anchors of the page's headings, as GitHub makes them.
    var anchors: [String] {
        prose.filter { $0.hasPrefix("#") }.map { heading in
            let kept = heading.drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            return kept.replacing(" ", with: "-")
        }
    }

    /// The targets of the page's links and pictures.
    var links: [String] { prose.flatMap { $0.matches(of: /\]\(([^)]*)\)/).map { String($0.1) } } }
}
