/// Gives a document the elements for what word processors and editors say by styles alone: bold and italic text, text that is struck, raised
/// or lowered, and lists.
///
/// Whatever drops styles calls ``HTMLDocument/resolveOfficeMarkup()`` first: the writers, the reader of articles, and the profiles of the
/// sanitiser without styles.
extension HTMLDocument {
    /// Adds elements such as `b`, `sup` and `ul` where a style has the same effect.
    public mutating func resolveOfficeMarkup() {
        let export = GoogleDocsExport(of: self)
        export?.resolveLinks(in: &self)
        StyledText.resolve(in: &self, export)
        WordListConverter.resolve(in: &self)
        FlatListNester.resolve(in: &self)
    }

    /// Removes the white space and comments between a list and a later sibling. Each is looked at once, so that long lists take linear time.
    ///
    /// - Returns: false if something else stands between them; then nothing is removed.
    mutating func closeGap(from list: HTMLNode, to node: HTMLNode) -> Bool {
        var between: [HTMLNode] = []
        var place = previousSibling(of: node)
        while let blank = place, isBlank(blank) {
            between.append(blank)
            place = previousSibling(of: blank)
        }
        guard place == list else { return false }
        for blank in between { remove(blank) }
        return true
    }

    /// Moves all children of a node to the end of another one.
    mutating func moveChildren(of node: HTMLNode, to target: HTMLNode) {
        while let child = firstChild(of: node) { append(child, to: target) }
    }

    /// The names in the `class` of an element, as ranges in `textBytes`.
    func classes(of node: HTMLNode) -> [Range<Int>] {
        guard let range = attributeRange("class", of: node) else { return [] }
        return bytes[range].split(whereSeparator: \.isHTMLWhitespace).map(\.indices)
    }
}
