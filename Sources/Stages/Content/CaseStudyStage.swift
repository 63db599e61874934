internal import MailParsing
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `case_study`: validates a case study and builds its article.
struct CaseStudyStage: Stage {
    static let name = "case_study"
    static let summary = "Checks a case study (title, teaser, hero_image, sections) and builds its article as an HTML document."
    static let example = #"{ "type": "case_study", "into": "html" }"#

    private static let reads = [
        RecordShape(
            "a case study",
            [
                RecordField("title", .string, isRequired: true, help: "The title: plain text that is not blank."),
                RecordField("teaser", .string, isRequired: true, help: "Plain text for the index. The article does not repeat it."),
                RecordField(
                    "hero_image", .string, isRequired: true,
                    help: "The address of the image above the title. With \"hero\": \"optional\" it may be missing or null."),
                RecordField(
                    "sections",
                    .list([
                        RecordField("title", .string, help: "The heading of the section: plain text."),
                        RecordField("subtitle", .string, help: "A paragraph below the heading."),
                        RecordField(
                            "body_elements",
                            .list([
                                RecordField("image_url", .string, help: "The address of an image."),
                                RecordField("alt", .string, help: "The alternative text of the image: plain text."),
                                RecordField("caption", .string, help: "The caption of the image."),
                            ]),
                            isRequired: true,
                            help:
                                "Strings, objects and lists of strings in their order. A string is a text in the format that the option "
                                + "format says, an object is an image, and a list of strings is a bullet list."),
                    ]), isRequired: true, help: "The sections in their order."),
            ])
    ]

    private let field: FieldPath
    private var format: RecordChoice<ContentFormat>
    private let hero: CaseStudy.HeroRequirement
    private let unread = Self.unreadKeys

    init(options: inout OptionReader) {
        options.describe(reads: Self.reads)
        field = options.read("into", .newField, default: FieldPath(name: "html"), help: "The field that the article is put into.")
        format = RecordChoice(options: &options)
        hero = options.read(
            "hero", .choice, default: CaseStudy.HeroRequirement.required,
            help: "Whether a study without a hero image is rejected, or kept without one.")
    }

    var hooks: Hooks { Hooks(closingWarnings: unread.warnings) }

    /// Counts keys of studies that are not read.
    static var unreadKeys: CountedRemarks { CountedRemarks(others: "\(name) does not read other keys") }

    /// The remarks about keys that are not read.
    static func remarks(onUnread keys: [String]) -> [String] { keys.map { "\(name) does not read \($0.printable)" } }

    /// The fields with addresses of images.
    private static let imageFields = [
        FieldPath(name: "hero_image"),
        FieldPath(steps: [
            .key("sections"), .each, .key("body_elements"), .each, .key("image_url"),
        ]),
    ]

    func process(_ record: inout Record) throws -> Verdict {
        let study = try CaseStudy(record.object(), hero: hero)
        var isRepaired = false
        for image in study.imageAddresses {
            if let repaired = ImageAddress.repaired(image.address) {
                isRepaired = true
                record.warnings.append("\(image.path): the image address has its scheme twice, and becomes \(repaired)")
            } else if let fault = ImageAddress.fault(in: image.address) {
                let isEmpty = image.address.trimmingSpaces.isEmpty
                record.warnings.append("\(image.path): \(fault)" + (isEmpty ? "" : ": \(image.address)"))
            }
        }
        if isRepaired {
            for path in Self.imageFields {
                try record.change(path, skipsMismatches: true) { value, _ in
                    value?.string.flatMap { ImageAddress.repaired($0) }.map { .string($0) } ?? value
                }
            }
        }
        unread.note(Self.remarks(onUnread: study.unreadKeys), at: record.origin)
        let (article, remarks) = try study.article(texts: format.format(for: record))
        record.warnings += remarks
        try record.setDocument(article, in: field)
        return .keep
    }

    func copyForWorker() -> CaseStudyStage {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }
}
