import Foundation
import JSONParsing
import Pipeline
import TestSupport
import Testing

@testable import Sinks

@Suite("Front matter") struct FrontMatterTests {
    @Test(
        "is YAML that means the values and nothing else",
        arguments: [
            (#"{"title":"A: b # c"}"#, #"title: "A: b # c"\#n"#), (#"{"a_b":1,"n":null,"t":true}"#, "a_b: 1\n\"n\": null\nt: true\n"),
            (#"{"yes":"no"}"#, #""yes": "no"\#n"#), (#"{"a-b":"x"}"#, #""a-b": "x"\#n"#), (#"{"l":["a",2]}"#, #"l: ["a", 2]\#n"#),
            (#"{"o":{"k":"v"}}"#, #"o: {"k": "v"}\#n"#), (#"{"s":"---\nx"}"#, #"s: "---\nx"\#n"#),
            (#"{"s":"\u0085\u2028\u007f"}"#, #"s: "\u0085\u2028\u007f"\#n"#), (#"{"p":1.50}"#, "p: 1.50\n"),
        ])
    func text(_ json: String, _ expected: String) throws {
        let fields = try JSONValue(parsing: json)
        var bytes: [UInt8] = []
        try FrontMatter.append(try #require(fields.object), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "---\n\(expected)---\n\n")
    }
}

@Suite("An output") struct OutputFileTests {
    @Test("that is a device is written to directly") func device() throws {
        #expect(!OutputFile.appearsWhole("/dev/null"))
        #expect(!OutputFile.appearsWhole("-"))
        #expect(OutputFile.appearsWhole("/no/such/file"))
        var output = try OutputFile("/dev/null")
        try output.writeWaiting([1, 2, 3])
        #expect(try !output.commit())
    }

    @Test("that is a folder is refused") func folder() {
        #expect(throws: PipelineFailure(.cannotCreate, "/ cannot be written: it is a folder")) { _ = try OutputFile("/") }
    }

    @Test("that is a link keeps the link") func link() throws {
        let folder = try ScratchFolder()
        let target = try folder.write("old", to: "target")
        let link = folder.file("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        var output = try OutputFile(link)
        try output.writeWaiting(Array("new".utf8))
        #expect(try !output.commit())
        #expect(try folder.read("target") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }
}
