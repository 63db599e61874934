internal import HTMLParsing
public import HTMLWriting
internal import JSONParsing
internal import MailParsing
public import Pipeline

/// The stage `html_to_markdown`: converts an HTML field to Markdown.
struct HTMLToMarkdownStage: AddressResolvingStage {
    static let name = "html_to_markdown"
    static let summary = "Writes an HTML field as Markdown (CommonMark with GitHub's tables) that renders to the same text and structure."
    static let example = #"{ "type": "html_to_markdown", "field": "body", "into": "markdown" }"#

    private var conversion: HTMLConversion
    private let writer: MarkdownWriter

    init(options: inout OptionReader) {
        conversion = HTMLConversion(
            options: &options, result: "markdown", canKeep: true, help: "The field that the Markdown is put into.")
        writer = MarkdownWriter(options: options.markdownOptions())
    }

    var scope: FieldScope { conversion.scope }
    var addresses: RelativeAddresses { conversion.addresses }
    var hooks: Hooks {
        Hooks(changedFields: [scope.changed(with: conversion.into)], notes: notes, closingWarnings: conversion.rules.warnings)
    }

    func processElement(_ record: inout Record) throws -> Verdict {
        try conversion.apply(to: &record) { writer.string(of: $0.document, keeping: $1) }
    }

    func copyForWorker() -> HTMLToMarkdownStage {
        var copy = self
        copy.conversion = conversion.recompiled()
        return copy
    }
}

/// The stage `html_to_text`: converts an HTML field to plain text.
struct HTMLToTextStage: AddressResolvingStage {
    static let name = "html_to_text"
    static let summary = "Writes an HTML field as plain text: paragraphs, lists and quotes as one would type them."
    static let example = #"{ "type": "html_to_text", "field": "body", "into": "text" }"#

    private var conversion: HTMLConversion
    private let writer: TextWriter

    init(options: inout OptionReader) {
        conversion = HTMLConversion(options: &options, result: "text", help: "The field that the text is put into.")
        var text = TextOptions()
        text.links = options.read("links", .choice, default: text.links, help: "Whether the addresses of links are written.")
        text.supSub = options.read(
            "sup_sub", .choice, default: text.supSub,
            help: "How to write sup and sub: with Unicode's characters, as in m², with a caret or as plain text.")
        let width = options.read(
            "wrap_columns", .integer(0...1000), default: 0, help: "Where lines are wrapped, in columns; 0 leaves paragraphs on one line.")
        text.wrapWidth = width > 0 ? width : nil
        writer = TextWriter(options: text)
    }

    var scope: FieldScope { conversion.scope }
    var addresses: RelativeAddresses { conversion.addresses }
    var hooks: Hooks {
        Hooks(changedFields: [scope.changed(with: conversion.into)], notes: notes, closingWarnings: conversion.rules.warnings)
    }

    func processElement(_ record: inout Record) throws -> Verdict {
        try conversion.apply(to: &record, writesAddresses: writer.options.links != .none) { content, _ in content.text(by: writer) }
    }

    func copyForWorker() -> HTMLToTextStage {
        var copy = self
        copy.conversion = conversion.recompiled()
        return copy
    }
}

/// The common part of the stages that convert an HTML field to text: they read `field` and write the result to `into`.
struct HTMLConversion: Sendable {
    let scope: FieldScope
    let into: FieldPath
    let addresses: RelativeAddresses
    let rules: HTMLRules
    private var format: RecordChoice<ContentFormat>

    /// Reads the options `field`, `into`, `format`, `base` and `rules`.
    ///
    /// - Parameters:
    ///   - options: The options of the stage.
    ///   - result: The default name of the field for the result.
    ///   - canKeep: Whether the text can hold elements as HTML.
    ///   - help: The first sentence of the help text of `into`.
    init(options: inout OptionReader, result: String, canKeep: Bool = false, help: String) {
        scope = options.htmlField()
        into = options.read(
            "into", .field(beside: scope, default: result),
            help: "\(help) Without it, \(result) beside the field that is read. A result of one line has no line end.")
        format = RecordChoice(options: &options, in: scope)
        addresses = RelativeAddresses(options: &options)
        rules = HTMLRules(options: &options, canKeep: canKeep)
    }

    /// Returns the same options with a program of their own, for ``Stage/copyForWorker()``.
    func recompiled() -> HTMLConversion {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }

    /// Converts the content and puts the result into the record. The result of null is null.
    ///
    /// - Parameters:
    ///   - record: The record to read and change.
    ///   - writesAddresses: Whether the text has the addresses of the content.
    ///   - write: Converts the content to text, with the elements in `kept` as HTML.
    /// - Throws: ``RecordError`` if the field is missing or holds no text; the error of a rule.
    func apply(
        to record: inout Record, writesAddresses: Bool = true, _ write: (FieldContent, _ kept: Set<HTMLNode>) -> String
    ) throws -> Verdict {
        guard var content = try record.content(scope.field, format.format(for: record), isSelected: !rules.isEmpty) else {
            try record.set(into, to: .null)
            return .keep
        }
        let kept = try rules.apply(to: &content, of: record, at: scope.field)
        if writesAddresses { content.resolve(addresses, from: record.origin.base) }
        try record.set(into, to: .string(Self.value(write(content, kept))))
        return .keep
    }

    /// Drops the line end of a text of one line: such a text is a value, not a file.
    static func value(_ text: String) -> String {
        let lines = text.utf8
        guard let first = lines.firstIndex(of: UInt8(ascii: "\n")), lines.index(after: first) == lines.endIndex else { return text }
        return String(text[..<first])
    }
}

extension OptionReader {
    /// Reads the options that all components that write Markdown share.
    ///
    /// - Returns: The options, with the defaults of ``MarkdownOptions`` where the pipeline file sets none.
    public mutating func markdownOptions() -> MarkdownOptions {
        var options = MarkdownOptions()
        options.headings = read("headings", .choice, default: options.headings, help: "# before a heading, or a line under it.")
        options.headingIDs = read(
            "heading_ids", .choice, default: options.headingIDs,
            help:
                "The IDs of headings, with the prefix m-: none; attribute: # Title {#m-title}; html: anchors, also for footnotes and the like. "
                + "A link inside the document to an ID that is not written becomes text.")
        options.bullet = read("bullet", .choice, default: options.bullet, help: "The marker of list items.")
        options.emphasis = read("emphasis", .choice, default: options.emphasis, help: "The characters around emphasized text.")
        options.links = read("links", .choice, default: options.links, help: "Addresses beside their text, or at the end.")
        options.tables = read(
            "tables", .choice, default: options.tables, help: "Tables of data as pipe tables, HTML, fenced blocks of CSV, or running text.")
        options.rawHTML = read(
            "raw_html", .choice, default: options.rawHTML,
            help: "Whether to write HTML that Markdown has no syntax for, limited to the HTML that sanitize_html keeps of mail.")
        options.images = read(
            "images", .choice, default: options.images,
            help: "How to write images. Images with a data:, cid: or javascript: address keep only their alternative text.")
        options.supSub = read(
            "sup_sub", .choice, default: options.supSub,
            help: "How to write sup and sub: with Unicode's characters, as in m², or with a caret, as HTML or as plain text.")
        options.math = read(
            "math", .choice, default: options.math,
            help: "Formulas as text, x², or as the TeX that KaTeX and MathJax leave beside them: $x^2$.")
        options.keepsMore = read(
            "keep_more", .boolean, default: options.keepsMore, help: "Whether to write <!--more-->, the mark behind an introduction.")
        let width = read(
            "wrap_columns", .integer(0...1000), default: 0, help: "Where lines are wrapped, in columns; 0 leaves paragraphs on one line.")
        options.wrapWidth = width > 0 ? width : nil
        return options
    }
}
