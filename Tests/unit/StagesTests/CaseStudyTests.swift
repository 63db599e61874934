import HTMLParsing
import JSONParsing
@testable import Stages
import Testing
@testable import Pipeline

@Suite("A case study") struct CaseStudyTests {
    @Test("is rejected without a title, as with an empty one", arguments: ["\"\"", "\" \\n\"", "null"]) func title(_ title: String) throws {
        var record = try Self.record(title: title, image: "\"h.png\"")
        var reader = OptionReader.describing
        let error = #expect(throws: RecordError.self) { _ = try CaseStudyStage(options: &reader).process(&record) }
        let reasons = [
            ".title: the title is empty; a case study needs one", "a case study needs .title, which this one lacks",
        ]
        #expect(error?.description == (title == "null" ? reasons[1] : reasons[0]))
    }

    @Test(
        "is kept, with a warning, where an image has no good address",
        arguments: [
            ("", ".hero_image: the image address is empty"), (" ", ".hero_image: the image address is empty"),
            ("http:///x", ".hero_image: the image address has no host: http:///x"),
        ]) func warnings(address: String, warning: String) throws
    {
        var record = try Self.record(title: "\"T\"", image: "\"\(address)\"")
        var reader = OptionReader.describing
        _ = try CaseStudyStage(options: &reader).process(&record)
        #expect(record.takeWarnings() == [warning])
    }

    @Test("has one scheme in each address, in the article and in the fields, with a warning") func repair() throws {
        let text = #"""
            {"title":"T","teaser":"t","hero_image":"https://http://x/h.png","sections":[{"body_elements":["a",{"image_url":"HTTPS://https://x/i.png"},{"image_url":"https://x/https://y"}]}]}
            """#
        var record = Record(try JSONValue(parsing: text))
        var reader = OptionReader.describing
        _ = try CaseStudyStage(options: &reader).process(&record)
        #expect(
            record.takeWarnings() == [
                ".hero_image: the image address has its scheme twice, and becomes http://x/h.png",
                ".sections[0].body_elements[1].image_url: the image address has its scheme twice, and becomes https://x/i.png",
            ])
        #expect(try record.string("hero_image") == "http://x/h.png")
        #expect(
            try record.get("sections")?.compactText
                == #"[{"body_elements":["a",{"image_url":"https://x/i.png"},{"image_url":"https://x/https://y"}]}]"#)
        let sources = try record.document("html").elements(tag: .img).map { try record.document("html").attribute("src", of: $0) }
        #expect(sources == ["http://x/h.png", "https://x/i.png", "https://x/https://y"])
    }

    private static func record(title: String, image: String) throws -> Record {
        let text = "{\"title\":\(title),\"teaser\":\"t\",\"hero_image\":\(image),\"sections\":[]}"
        return Record(try JSONValue(parsing: Array(text.utf8)))
    }
}
