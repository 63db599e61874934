public import HTMLWriting
public import Pipeline

extension OptionReader {
    /// Reads the options that all components share that write Markdown.
    ///
    /// - Returns: The options, with the defaults of ``MarkdownOptions`` where the pipeline file sets none.
    public mutating func markdownOptions() -> MarkdownOptions {
        var options = MarkdownOptions()
        options.headings = choice("headings", default: options.headings, help: "# before a heading, or a line under it.")
        options.headingIDs = choice(
            "heading_ids", default: options.headingIDs,
            help:
                "The IDs of headings, with the prefix m-: none; attribute: # Title {#m-title}; html: anchors, also for footnotes and the like. "
                + "A link inside the document to an ID that is not written becomes text.")
        options.bullet = choice("bullet", default: options.bullet, help: "The marker of list items.")
        options.emphasis = choice("emphasis", default: options.emphasis, help: "The characters around emphasized text.")
        options.links = choice("links", default: options.links, help: "Addresses beside their text, or at the end.")
        options.tables = choice("tables", default: options.tables, help: "Tables of data as pipe tables, or all tables as running text.")
        options.rawHTML = choice(
            "raw_html", default: options.rawHTML,
            help: "Whether to write HTML that Markdown has no syntax for, limited to the HTML that sanitize_html keeps of mail.")
        options.images = choice(
            "images", default: options.images,
            help: "How to write images. Images with a data:, cid: or javascript: address keep only their alternative text.")
        options.supSub = choice(
            "sup_sub", default: options.supSub,
            help: "How to write sup and sub: with Unicode's characters, as in m², or with a caret, as HTML or as plain text.")
        options.keepsMore = boolean(
            "keep_more", default: options.keepsMore, help: "Whether to write <!--more-->, the mark behind an introduction.")
        let width = integer(
            "wrap_columns", in: 0...1000, default: 0, help: "Where lines are wrapped, in columns; 0 leaves paragraphs on one line.")
        options.wrapWidth = width > 0 ? width : nil
        return options
    }
}
