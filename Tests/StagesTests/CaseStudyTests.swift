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

    private static func record(title: String, image: String) throws -> Record {
        let text = "{\"title\":\(title),\"teaser\":\"t\",\"hero_image\":\(image),\"sections\":[]}"
        return Record(try JSONValue(parsing: Array(text.utf8)))
    }
}
