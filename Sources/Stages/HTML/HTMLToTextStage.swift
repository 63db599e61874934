internal import HTMLWriting
internal import Pipeline
internal import HTMLParsing

/// The stage `html_to_text`: converts an HTML field to plain text.
struct HTMLToTextStage: AddressStage {
    static let name = "html_to_text"
    static let summary = "Writes an HTML field as plain text: paragraphs, lists and quotes as one would type them."
    static let example = #"{ "type": "html_to_text", "field": "body", "into": "text" }"#

    private var conversion: HTMLConversion
    private let writer: TextWriter

    init(options: inout OptionReader) {
        conversion = HTMLConversion(options: &options, result: "text", help: "The field that the text is put into.")
        var text = TextOptions()
        text.links = options.choice("links", default: text.links, help: "Whether the addresses of links are written.")
        text.supSub = options.choice(
            "sup_sub", default: text.supSub,
            help: "How to write sup and sub: with Unicode's characters, as in m², with a caret or as plain text.")
        let width = options.integer(
            "wrap_columns", in: 0...1000, default: 0, help: "Where lines are wrapped, in columns; 0 leaves paragraphs on one line.")
        text.wrapWidth = width > 0 ? width : nil
        writer = TextWriter(options: text)
    }

    var scope: FieldScope { conversion.scope }
    var addresses: RelativeAddresses { conversion.addresses }
    var hooks: Hooks { Hooks(changedFields: [scope.changed(with: conversion.into)], notes: notes) }

    func processElement(_ record: inout Record) throws -> Verdict {
        try conversion.apply(to: &record, writesAddresses: writer.options.links != .none) { $0.text(by: writer) }
    }

    func copyForWorker() -> HTMLToTextStage {
        var copy = self
        copy.conversion = conversion.recompiled()
        return copy
    }
}
