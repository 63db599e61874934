internal import HTMLParsing
internal import HTMLWriting

/// Writes the Markdown of an article, for the file beside its page.
enum ArticleMarkdown {
    private static let writer = MarkdownWriter()

    /// - Parameters:
    ///   - content: The content of the article.
    ///   - title: The heading to put in; nil if the content has it.
    ///   - heroImage: The URL of the image to put in below the heading; nil if the content has it.
    static func bytes(of content: HTMLDocument, title: String?, heroImage: String?) -> [UInt8] {
        var document = HTMLDocument()
        if let title {
            let heading = document.makeElement(.h1)
            document.append(document.makeText(title), to: heading)
            document.append(heading, to: document.root)
        }
        if let heroImage {
            let paragraph = document.makeElement(.p)
            document.append(
                document.makeElement(.img, attributes: [HTMLAttribute(name: "src", value: heroImage)]), to: paragraph)
            document.append(paragraph, to: document.root)
        }
        let start = writer.bytes(of: document)
        let rest = writer.bytes(of: content)
        return start.isEmpty || rest.isEmpty ? start + rest : start + [UInt8(ascii: "\n")] + rest
    }
}
