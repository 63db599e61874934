internal import HTMLParsing

/// Walks through a document and writes it as lines of text: as Markdown, or as plain text with the same blocks.
///
/// Blocks are written at once; inline content is collected in a run and written when its block ends. Open elements are on a stack
/// instead of in recursive calls, so that deep nesting cannot overflow the call stack.
struct FlowBuilder: HTMLVisitor {
    let document: HTMLDocument
    let bytes: [UInt8]
    let visibility: HTMLVisibility
    var options: FlowOptions
    /// The elements that are written as HTML, as far as Markdown can hold it.
    let kept: Set<HTMLNode>
    /// The links inside the document.
    var targets: LinkTargets
    let footnotes: Footnotes
    /// Whether the document holds a formula in MathML.
    let hasFormulas: Bool

    var layout: BlockLayout
    var inline: InlineWriter
    var frames: [OpenFlowElement] = []
    var lists: [ListLevel] = []
    var table: OpenTable?
    /// The lists that are open in the current cell, each with the number of its next item; nil for bullets.
    var cellLists: [Int?] = []

    /// The text collected from the open inline code elements.
    var code: [UInt8] = []
    /// The number of open inline code elements.
    var codeDepth = 0
    /// The text collected from the open pre element; nil outside pre.
    var preformatted: [UInt8]?
    var preformattedLanguage: [UInt8] = []
    var textStyle = HTMLTextStyle()
    /// The elements that changed the text style, each with the style before it. They are not in `frames`, because the handling of an
    /// element depends on the frame of its parent.
    var outerStyles: [(node: HTMLNode, style: HTMLTextStyle)] = []
    /// The number of SVG elements open since the last HTML element.
    var foreignDepth = 0
    var boxParents = BoxParents()
    /// Whether the next text of the open pre element begins a new line.
    var preformattedLineEnds = false
    /// The HTML anchors that are written with the next text.
    var pendingAnchors: [UInt8] = []
    /// The title of the open alert, which its marker stands for.
    var alertTitle: HTMLNode?
    /// The ID that is written after the text of the open heading.
    var headingID: String?

    /// - Parameter node: The part of the document that is written; nil for all of it.
    init(document: HTMLDocument, _ node: HTMLNode?, options: FlowOptions, keeping kept: Set<HTMLNode> = []) {
        self.document = document
        self.kept = kept
        targets =
            options.isPlain
            ? LinkTargets() : LinkTargets(of: document, below: node, places: options.markdown.headingIDs.places, keepsUnknown: true)
        bytes = document.textBytes
        visibility = HTMLVisibility(of: document)
        footnotes = Footnotes(
            of: document, below: node, bytes: bytes, visibility: visibility, isWanted: kept.isEmpty && Self.canWriteFootnotes(options))
        hasFormulas = document.mayHaveElement(.math)
        self.options = options
        layout = BlockLayout(isMDX: options.markdown.isMDX)
        inline = InlineWriter(options: options)
    }

    /// Writes a node with its descendants; the whole document if `node` is nil.
    ///
    /// - Returns: The lines in UTF-8, each with a line end.
    static func write(_ node: HTMLNode?, of document: HTMLDocument, options: FlowOptions, keeping kept: Set<HTMLNode> = []) -> [UInt8] {
        var document = document
        document.resolveLazyImages()
        document.resolveOfficeMarkup()
        document.moveTableFeetLast()
        var builder = FlowBuilder(document: document, node, options: options, keeping: kept)
        document.walk(node ?? document.root, &builder)
        builder.writePendingAnchors()
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
        case .comment:
            if options.markdown.keepsMore, MoreMark.isMark(bytes, in: document.textRange(of: node)) { writeMoreMark() }
            return false
        case .documentType:
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
        boxParents.leave(node)
    }

    /// Pushes a frame with the action for the end of the node.
    mutating func push(_ action: OpenFlowElement.EndAction, _ node: HTMLNode) { frames.append(OpenFlowElement(node: node, action: action)) }

    /// Whether only inline content can be written here: inside a heading or a table cell.
    var isInline: Bool { inline.block != .paragraph }

    /// Writes the collected inline content as a paragraph. In a heading or cell, which have no paragraphs, adds a space instead.
    mutating func endParagraph() {
        endCode()
        if isInline { return separateInline() }
        inline.run.dropInvisibleLine()
        if !inline.run.hasVisibleContent { return inline.run.reset() }
        trimHardSpaces()
        layout.startBlock(.paragraph)
        layout.beginLine()
        inline.write(into: &layout)
        inline.endLine(of: &layout)
    }

    /// Drops hard spaces at the ends of a block, unless its white space is part of the text. At the start of a paragraph they are its
    /// indent.
    mutating func trimHardSpaces() {
        if !options.isPlain, !textStyle.keepsLineEnds { inline.run.trimHardSpaces(atStart: isInline || layout.isAtMarker) }
    }

    private mutating func append(text node: HTMLNode) {
        let range = document.textRange(of: node)
        if !footnotes.isEmpty, footnotes.dropped.contains(node) { return }
        if textStyle.hasZeroSize || foreignDepth > 0 || visibility.hides(node) { return }
        if preformatted != nil {
            if !range.isEmpty { endPreformattedLine() }
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

    /// Adds text to the run. Turns line ends into line breaks where the style preserves them.
    private mutating func append(inline range: Range<Int>) {
        if !pendingAnchors.isEmpty, !bytes.isBlank(range) { writePendingAnchors() }
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

/// An open element, with the action to take when it ends.
struct OpenFlowElement {
    /// The action at the end of an element.
    enum EndAction {
        /// Writes the collected inline content as a paragraph.
        case block
        /// Ends a line of the paragraph.
        case line
        case heading(level: Int)
        case quote
        case list
        case item
        /// Closes the item that was opened for list content outside any item.
        case impliedItem
        /// Closes inline markup of the run.
        case mark
        /// Writes the end tag of an element that is written as HTML, with Markdown inside.
        case rawBlock(element: Int)
        case code
        case preformatted
        /// Ends a line of a pre element.
        case preformattedLine
        case table
        case row
        case cellList
        /// Ends a footnote.
        case note
        case cell(columns: Int)
        case quotation
        /// Separates the element from its neighbours by white space.
        case spaced
        /// Restores the number of open SVG elements.
        case foreign(depth: Int)
    }

    let node: HTMLNode
    let action: EndAction
}
