internal import MailParsing
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `sanitize_html`: makes an HTML field safe to display.
struct SanitizeHTMLStage: AddressResolvingStage {
    static let name = "sanitize_html"
    static let summary =
        "Makes HTML safe to show: keeps the elements, attributes, addresses and styles that a profile allows, and nothing else."
    static let example = #"{ "type": "sanitize_html", "field": "body", "profile": "email", "remote_images": "block" }"#

    /// The values of the option `remote_images`.
    enum RemoteImages: String, CaseIterable, Sendable { case keep, block, rewrite }

    let scope: FieldScope
    private let into: FieldPath
    private var format: RecordChoice<ContentFormat>
    let addresses: RelativeAddresses
    private let rules: HTMLRules
    private let sanitizer: HTMLSanitizer

    init(options: inout OptionReader) {
        scope = options.htmlField()
        into = options.read("into", .field(in: scope), help: "The field that the safe HTML is put into; the same one if it is missing.")
        format = RecordChoice(options: &options, in: scope)
        addresses = RelativeAddresses(options: &options)
        rules = HTMLRules(options: &options)
        let profile = options.read(
            "profile", .choice, default: HTMLSanitizerProfile.email,
            help:
                "text: paragraphs, lists, emphasis, links; article: also sections, figures, tables; email: also layout and harmless styles."
        )
        let images = options.read(
            "remote_images", .choice, default: RemoteImages.keep,
            help: "Images from other hosts stay, wait in \(HTMLSanitizer.waitingAddress), or get their address put behind image_prefix.")
        let prefix = options.read(
            "image_prefix", .string, default: "", help: "What rewrite puts before the percent-encoded address: the way through a proxy.")
        let remoteImages: HTMLSanitizer.RemoteImages =
            switch images {
            case .keep: .keep
            case .block: .block
            case .rewrite: .rewrite(prefix: prefix)
            }
        if images == .rewrite, prefix.last.map({ "/?=&".contains($0) }) != true {
            options.report("\"rewrite\" needs an image_prefix that ends in /, ?, = or &", option: "remote_images")
        }
        sanitizer = HTMLSanitizer(profile: profile, remoteImages: remoteImages)
    }

    var hooks: Hooks { Hooks(changedFields: [scope.changed(with: into)], notes: notes, closingWarnings: rules.warnings) }

    func processElement(_ record: inout Record) throws -> Verdict {
        if var content = try record.content(scope.field, format.format(for: record), isSelected: !rules.isEmpty) {
            try rules.apply(to: &content, of: record, at: scope.field)
            content.resolve(addresses, from: record.origin.base)
            try record.setDocument(sanitizer.sanitized(content.document), in: into)
        } else {
            try record.set(into, to: .null)
        }
        return .keep
    }

    func copyForWorker() -> SanitizeHTMLStage {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }
}
