internal import HTMLParsing
internal import MailParsing

extension CaseStudy {
    /// Builds the article: hero image, title, and the sections with their titles, texts and images in the order of the JSON.
    ///
    /// - Parameter format: The format of the texts, subtitles and captions. Titles are plain text.
    /// - Returns: The article, and remarks on content that is left out or detected.
    func article(texts format: ContentFormat) -> (document: HTMLDocument, remarks: [String]) {
        var builder = CaseStudyHTMLBuilder(format: format)
        let article = builder.document(of: self)
        return (article, article.macroRemarks + builder.remarks.sorted())
    }
}

/// Builds the document of a case study.
private struct CaseStudyHTMLBuilder {
    let format: ContentFormat
    /// Remarks on the formats that were detected.
    private(set) var remarks: Set<String> = []
    private var document = HTMLDocument()

    init(format: ContentFormat) { self.format = format }

    mutating func document(of study: CaseStudy) -> HTMLDocument {
        let article = document.makeElement(.article)
        document.append(article, to: document.root)
        if let heroImage = study.heroImage { appendImage(heroImage, alt: "", caption: nil, to: article) }
        appendPlain(study.title, in: .h1, to: article)
        for section in study.sections {
            let node = document.makeElement(.section)
            document.append(node, to: article)
            if let title = section.title { appendPlain(title, in: .h2, to: node) }
            if let subtitle = section.subtitle, !subtitle.allSatisfy(\.isWhitespace) { append(subtitle, to: node) }
            for element in section.elements {
                switch element {
                case .text(let text): append(text, to: node)
                case .image(let address, let alt, let caption): appendImage(address, alt: alt, caption: caption, to: node)
                case .list(let items):
                    let list = document.makeElement(.ul)
                    document.append(list, to: node)
                    for item in items { append(item, in: .li, to: list) }
                }
            }
        }
        return document
    }

    private mutating func appendImage(_ address: String, alt: String, caption: String?, to parent: HTMLNode) {
        let figure = document.makeElement(.figure)
        let image = document.makeElement(
            .img, attributes: [HTMLAttribute(name: "src", value: address), HTMLAttribute(name: "alt", value: alt)])
        document.append(image, to: figure)
        document.append(figure, to: parent)
        if let caption, !caption.allSatisfy(\.isWhitespace) { append(caption, in: .figcaption, to: figure) }
    }

    /// Appends a text: HTML with blocks of its own as it is, and anything else as a paragraph.
    private mutating func append(_ text: String, to parent: HTMLNode) {
        guard let content = content(of: text) else { return appendPlain(text, in: .p, to: parent) }
        content.hasBlocks ? document.append(contentOf: content, to: parent) : append(content, in: .p, to: parent)
    }

    /// Appends a text in an element.
    private mutating func append(_ text: String, in tag: HTMLTag, to parent: HTMLNode) {
        guard let content = content(of: text) else { return appendPlain(text, in: tag, to: parent) }
        append(content, in: tag, to: parent)
    }

    /// The document of a text; nil if it is plain text.
    private mutating func content(of text: String) -> HTMLDocument? {
        guard let markup = format.markup(in: text) else { return nil }
        remarks.formUnion(format.remarks(on: markup))
        return markup.document()
    }

    private mutating func append(_ content: HTMLDocument, in tag: HTMLTag, to parent: HTMLNode) {
        let element = document.makeElement(tag)
        document.append(element, to: parent)
        document.append(contentOf: content, to: element)
    }

    /// Appends plain text. Writes its line breaks as `br` elements.
    private mutating func appendPlain(_ text: String, in tag: HTMLTag, to parent: HTMLNode) {
        let element = document.makeElement(tag)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if index > 0 { document.append(document.makeElement(.br), to: element) }
            if !line.isEmpty { document.append(document.makeText(String(line)), to: element) }
        }
        document.append(element, to: parent)
    }
}
