internal import HTMLWriting
internal import Pipeline
internal import HTMLParsing

/// The stage `html_to_markdown`: converts an HTML field to Markdown.
struct HTMLToMarkdownStage: AddressStage {
    static let name = "html_to_markdown"
    static let summary = "Writes an HTML field as Markdown (CommonMark with GitHub's tables) that renders to the same text and structure."
    static let example = #"{ "type": "html_to_markdown", "field": "body", "into": "markdown" }"#

    private var conversion: HTMLConversion
    private let writer: MarkdownWriter

    init(options: inout OptionReader) {
        conversion = HTMLConversion(options: &options, result: "markdown", help: "The field that the Markdown is put into.")
        writer = MarkdownWriter(options: options.markdownOptions())
    }

    var scope: FieldScope { conversion.scope }
    var addresses: RelativeAddresses { conversion.addresses }
    var hooks: Hooks { Hooks(changedFields: [scope.changed(with: conversion.into)], notes: notes) }

    func processElement(_ record: inout Record) throws -> Verdict {
        try conversion.apply(to: &record) { writer.string(of: $0.document) }
    }

    func copyForWorker() -> HTMLToMarkdownStage {
        var copy = self
        copy.conversion = conversion.recompiled()
        return copy
    }
}
