/// A complete file of a site, beside the page of its record.
public struct SiteFile: Sendable {
    /// The path components relative to the sink's folder.
    let path: [String]
    private let content: @Sendable () -> Markup

    /// - Parameter content: The HTML. It is made when the file is written, so that it takes no memory before.
    init(path: [String], _ content: @autoclosure @escaping @Sendable () -> Markup) {
        self.path = path
        self.content = content
    }

    /// Makes the content.
    ///
    /// - Parameter position: The position of the record's entry in the index, from 0, which decides on the page of the index.
    func bytes(position: Int) -> [UInt8] { content().bytes(indexPage: SiteList.suffix(ofEntryAt: position)) }
}
