internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `case_study`: validates a case study and builds its article.
struct CaseStudyStage: Stage {
    static let name = "case_study"
    static let summary = "Checks a case study (title, teaser, hero_image, sections) and builds its article as an HTML document."
    static let example: String? = #"{ "type": "case_study", "into": "html" }"#

    private let field: FieldPath

    init(options: inout OptionReader) {
        field = options.newField("into", default: "html", help: "The field that the article is put into.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        let study = try CaseStudy(record.object())
        for image in study.imageAddresses {
            if let fault = ImageAddress.fault(in: image.address) {
                let isEmpty = image.address.trimmingSpaces.isEmpty
                record.warnings.append("\(image.path): \(fault)" + (isEmpty ? "" : ": \(image.address)"))
            }
        }
        try record.setDocument(study.article, in: field)
        return .keep
    }
}
