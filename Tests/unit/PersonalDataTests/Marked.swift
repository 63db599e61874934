@testable import PersonalData
import Testing

/// A text in which «…» stands around what is replaced.
struct Marked: CustomTestStringConvertible, ExpressibleByStringLiteral, Sendable {
    let marked: String

    init(stringLiteral value: String) { marked = value }

    var testDescription: String { marked }
    var text: String { marked.replacing("«", with: "").replacing("»", with: "") }

    /// Checks that the marked parts become aliases of a kind, and that all else stays.
    func check(_ kind: PersonalDataKind, headers: [String] = []) throws {
        var redactor = Redactor(kinds: [kind])
        for header in headers { redactor.add(header: header) }
        let result = try redactor.redacted(text) ?? text
        let wanted = marked.replacing(/«[^»]*»/, with: "[\(kind.alias)]")
        let numberless = result.replacing(/\[([A-Z]+)_[0-9]+\]/) { "[\($0.output.1)]" }
        #expect(numberless == wanted)
    }
}
