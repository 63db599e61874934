import HTMLParsing

/// Walks through a document and writes it as lines of text: as Markdown, or as plain text with the same blocks.
///
/// Inline content is collected in a run and written when its block ends; blocks are written as they come. Everything that is open is on
/// a stack, so depth costs no recursion.
struct FlowBuilder: HTMLVisitor {
    let document: HTMLDocument
    let bytes: [UInt8]
    let visibility: HTMLVisibility
    let options: FlowOptions

    var layout = BlockLayout()
    var inline: InlineWriter
    var frames: [FlowFrame] = []
    var lists: [ListFrame] = []
    var table: TableFrame?

    /// The text of the code element that is open, and of how many of them.
    var code: [UInt8] = []
    var codeDepth = 0
    /// The text of the pre element that is open.
    var preformatted: [UInt8]?
    var preformattedLanguage: [UInt8] = []
    var textStyle = HTMLTextStyle()
    /// The elements that have changed the style, and what it was before. They are no frames: what an element becomes depends on the frame
    /// of the one around it.
    var outerStyles: [(node: HTMLNode, style: HTMLTextStyle)] = []
    /// How many elements of SVG are open that no HTML element is in.
    var foreignDepth = 0

    init(document: HTMLDocument, options: FlowOptions) {
        self.document = document
        bytes = document.textBytes
        visibility = HTMLVisibility(of: document)
        self.options = options
        inline = InlineWriter(options: options)
    }

    /// Writes the node and what is below it.
    ///
    /// - Returns: The lines, each with its line end.
    static func write(_ node: HTMLNode?, of document: HTMLDocument, options: FlowOptions) -> [UInt8] {
        var builder = FlowBuilder(document: document, options: options)
        document.walk(node ?? document.root, &builder)
        builder.endParagraph()
        if !builder.inline.references.isEmpty { builder.inline.references.write(into: &builder.layout) }
        return builder.layout.out
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .text:
            append(text: node)
            return false
        case .element:
            return document.namespace(of: node) == .html ? enter(element: node) : enter(foreign: node)
        case .document, .templateContent:
            return true
        case .comment, .documentType:
            return false
        }
    }

    mutating func leave(_ node: HTMLNode) {
        while let frame = frames.last, frame.node == node {
            frames.removeLast()
            leave(frame)
        }
        if let outer = outerStyles.last, outer.node == node {
            textStyle = outer.style
            outerStyles.removeLast()
        }
    }

    /// Remembers what to do when the node ends.
    mutating func push(_ action: FlowFrame.Action, _ node: HTMLNode) { frames.append(FlowFrame(node: node, action: action)) }

    /// Whether only inline content can be written where the walk is.
    var isInline: Bool { inline.place != .paragraph }

    /// What has been collected becomes a paragraph; in a heading or cell, where there are none, a space.
    mutating func endParagraph() {
        endCode()
        if isInline {
            inline.run.appendSpace()
            return
        }
        if !inline.run.hasInk { return inline.run.reset() }
        layout.startBlock(.paragraph)
        layout.beginLine()
        inline.write(into: &layout)
        inline.endLine(of: &layout)
    }

    private mutating func append(text node: HTMLNode) {
        let range = document.textRange(of: node)
        if textStyle.hasZeroSize || foreignDepth > 0 || visibility.hides(node) { return }
        if preformatted != nil {
            preformatted?.append(contentsOf: bytes[range])
            return
        }
        if codeDepth > 0 {
            code.append(contentsOf: bytes[range])
            return
        }
        if case .list = frames.last?.action {
            if bytes.isBlank(range) { return }
            openItem()
            append(inline: range)
            closeItem()
            return
        }
        append(inline: range)
    }

    /// Adds text to the run. Where line ends are shown, each is a line break.
    private mutating func append(inline range: Range<Int>) {
        var start = range.lowerBound
        if textStyle.keepsLineEnds {
            while let end = bytes[start..<range.upperBound].firstIndex(of: 0x0A) {
                inline.run.append(bytes, in: start..<end)
                enterLineBreak()
                start = end + 1
            }
        }
        inline.run.append(bytes, in: start..<range.upperBound)
    }
}
