internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `case_study`: validates a case study and builds its article.
struct CaseStudyStage: Stage {
    static let name = "case_study"
    static let summary = "Checks a case study (title, teaser, hero_image, sections) and builds its article as an HTML document."
    static let example: String? = #"{ "type": "case_study", "into": "html" }"#

    static let reads = [
        RecordShape(
            "a case study",
            [
                RecordField("title", .string, isRequired: true, help: "The title: plain text that is not blank."),
                RecordField("teaser", .string, isRequired: true, help: "Plain text for the index. The article does not repeat it."),
                RecordField("hero_image", .string, isRequired: true, help: "The address of the image above the title."),
                RecordField(
                    "sections",
                    .list([
                        RecordField("title", .string, help: "The heading of the section: plain text."),
                        RecordField(
                            "body_elements",
                            .list([RecordField("image_url", .string, isRequired: true, help: "The address of an image.")]),
                            isRequired: true,
                            help:
                                "Strings and objects in their order. A string is a paragraph of plain text, in which HTML is shown as it is "
                                + "written; an object is an image."),
                    ]), isRequired: true, help: "The sections in their order."),
            ])
    ]

    private let field: FieldPath

    init(options: inout OptionReader) {
        field = options.newField("into", default: "html", help: "The field that the article is put into.")
    }

    /// The fields with addresses of images.
    private static let imageFields = [
        FieldPath(name: "hero_image"),
        FieldPath(steps: [
            .key("sections"), .each, .key("body_elements"), .each, .key("image_url"),
        ]),
    ]

    func process(_ record: inout Record) throws -> Verdict {
        let study = try CaseStudy(record.object())
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
        try record.setDocument(study.article, in: field)
        return .keep
    }
}
