import JSONParsing
import Pipeline
import Testing

/// A color with a digit for each part.
struct Color: Equatable {
    let red: Int
    var text: String { "#\(String(red, radix: 16))00" }

    init(red: Int) { self.red = red }

    init?(_ text: String) {
        guard text.count == 4, text.hasPrefix("#"), let red = text.dropFirst().first?.hexDigitValue else { return nil }
        self.red = red
    }
}

extension OptionType where Value == Color {
    static var color: Self {
        OptionType<String>.string.map(expecting: "a color such as #0a7", placeholder: Color(red: 0), written: \.text) { Color($0) }
    }
}

@Suite("A plug-in's own type of option") struct OwnOptionTypeTests {
    private static func colors(_ json: String) throws -> [Color] {
        var options = try OptionReader(json: json)
        let one = options.read("one", .color, default: Color(red: 10), help: "A color.")
        let more = options.readIfPresent("more", .list(of: .color), help: "Colors.") ?? []
        try options.check()
        return [one] + more
    }

    @Test("is read alone and in lists")
    func read() throws {
        #expect(try Self.colors(##"{"one": "#0a7", "more": ["#1a7", "#2a7"]}"##).map(\.red) == [0, 1, 2])
        #expect(try Self.colors(##"{"more": "#1a7"}"##).map(\.red) == [10, 1])
    }

    @Test("has a default that help and schema show")
    func shown() throws {
        var options = try OptionReader(json: "{}")
        _ = options.read("one", .color, default: Color(red: 10), help: "A color.")
        #expect(options.declarations.first?.defaultValue == "#a00")
    }

    @Test("has messages in its words")
    func faults() {
        let error = #expect(throws: PipelineFileError.self) { try Self.colors(##"{"one": "red", "more": ["#1a7", "blue"]}"##) }
        #expect(
            error?.messages == [
                ##"options:1:9: one: expected a color such as #0a7, found "red""##,
                ##"options:1:33: more[1]: expected a color such as #0a7, found "blue""##,
            ])
    }
}
