public import HTMLWriting
public import Pipeline

extension OptionReader {
    /// Reads the options that all components share that write Markdown.
    ///
    /// - Returns: The options, with the defaults of ``MarkdownOptions`` where the pipeline file sets none.
    public mutating func markdownOptions() -> MarkdownOptions {
        var options = MarkdownOptions()
        options.headings = choice("headings", default: options.headings, help: "# before a heading, or a line under it.")
        options.bullet = choice("bullet", default: options.bullet, help: "What stands before an item of a list.")
        options.emphasis = choice("emphasis", default: options.emphasis, help: "What stands around emphasized text.")
        options.links = choice("links", default: options.links, help: "Addresses beside their text, or at the end.")
        options.tables = choice("tables", default: options.tables, help: "Tables of data as pipe tables, or all tables as running text.")
        options.rawHTML = choice(
            "raw_html", default: options.rawHTML,
            help: "Whether HTML may stand where Markdown has nothing for it: what sanitize_html keeps of mail, and nothing else.")
        options.images = choice(
            "images", default: options.images,
            help: "What becomes of images. Of those with a data:, cid: or javascript: address only the alternative text is kept.")
        let width = integer(
            "wrap_columns", in: 0...1000, default: 0, help: "Where lines are wrapped, in columns; 0 leaves paragraphs on one line.")
        options.wrapWidth = width > 0 ? width : nil
        return options
    }
}
