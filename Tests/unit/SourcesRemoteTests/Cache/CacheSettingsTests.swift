import Pipeline
import Testing

@testable import HTTP
@testable import HTTPReading

@Suite("The option cache") struct CacheSettingsTests {
    private static func read(_ json: String) throws -> CacheSettings? {
        var options = try OptionReader(json: json)
        let settings = CacheSettings.read(&options)
        try options.check()
        return settings
    }

    @Test("may be missing") func missing() throws { #expect(try Self.read("{}") == nil) }

    @Test("has defaults") func defaults() throws {
        let settings = try #require(try Self.read(#"{"cache": {"folder": "c/d"}}"#))
        #expect(settings.folder.value == "c/d")
        #expect(settings.mode == .revalidate)
        #expect(settings.freshSeconds == 0)
        #expect(settings.keep == .allowed)
    }

    @Test("names a folder that is no input of the run, and that offline runs only read", arguments: CacheSettings.Mode.allCases)
    func folder(_ mode: CacheSettings.Mode) throws {
        var options = try OptionReader(json: #"{"cache": {"folder": "/dev/null/c/", "mode": "\#(mode.rawValue)"}}"#)
        _ = CacheSettings.read(&options)
        try options.check()
        #expect(options.files.map(\.purpose) == [.storeFolder(isReadOnly: mode == .offline)])
        #expect(options.files.map(\.path) == ["/dev/null/c/"])
        #expect(options.files.map(\.obstacle) == [mode == .offline ? nil : "no folder is there"])
    }

    @Test("reads every member") func all() throws {
        let settings = try #require(
            try Self.read(#"{"cache": {"folder": "c", "mode": "offline", "fresh_seconds": 0.5, "keep": "all"}}"#))
        #expect(settings.mode == .offline)
        #expect(settings.freshSeconds == 0.5)
        #expect(settings.keep == .all)
    }

    @Test(
        "names what is wrong",
        arguments: [
            ("{}", #""folder" is missing"#), (#"{"folder": "c", "mode": "online"}"#, "cache.mode"),
            (#"{"folder": "c", "fresh_seconds": -1}"#, "cache.fresh_seconds"),
            (#"{"folder": "c", "keep": "none"}"#, "cache.keep"),
            (#"{"folder": "-"}"#, "expected the path of a folder, found \"-\": it is no folder"),
            (#"{"folder": "https://example.org/c"}"#, "it is no folder"), (#"{"folder": "c/{{.id}}"}"#, "this text is the same for all"),
            (#"{"folder": ""}"#, "the path is empty"), (#"{"folder": "c", "fresh_second": 1}"#, "did you mean \"fresh_seconds\""),
        ])
    func wrong(_ json: String, _ message: String) throws {
        let error = #expect(throws: PipelineFileError.self) { try Self.read("{\"cache\": \(json)}") }
        #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
    }
}
