import Foundation
import HTMLParsing
import HTMLSupport
import TestSupport
import Testing

@Suite("Sanitiser payloads", .needs(SharedData.exists("sanitiser"), "needs the shared test data"))
struct SanitizerSuiteTests {
    @Test("become safe, stable, and no less strict than the reference", arguments: HTMLSanitizerProfile.allCases)
    func sanitizes(_ profile: HTMLSanitizerProfile) throws {
        let cases = try JSONDecoder().decode([SanitizerCase].self, from: SharedData.read("sanitiser/cases.json"))
        #expect(cases.count >= 100)
        let sanitizer = HTMLSanitizer(profile: profile)
        for example in cases {
            let output = sanitizer.sanitized(HTMLDocument(parsing: example.payload)).serialized()
            let document = HTMLDocument(parsingFragment: output)
            #expect(document.serialized() == output, "\(example.index): reads back as itself")
            #expect(sanitizer.sanitized(document).serialized() == output, "\(example.index): stable")
            let problems = SafetyRules.problems(in: document)
            #expect(problems.isEmpty, "\(example.index): \(output)")
            let reference = example.expected.map { HTMLDocument(parsingFragment: $0) }
            for name in Self.names(in: document).subtracting(reference.map(Self.names).reduce(["@rel"]) { $0.union($1) }) {
                Issue.record("\(example.index): \(name) is not in the reference; \(example.payload) → \(output)")
            }
        }
    }

    /// Returns the names of all elements, and of all attributes with the prefix @.
    private static func names(in document: HTMLDocument) -> Set<String> {
        var names: Set<String> = []
        for node in document.descendants(of: document.root) where document.kind(of: node) == .element {
            names.insert(document.name(of: node))
            for attribute in document.attributes(of: node) { names.insert("@" + attribute.name) }
        }
        return names
    }
}
