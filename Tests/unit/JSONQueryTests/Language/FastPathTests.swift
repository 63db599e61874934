import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// Nodes that state their meaning twice, for one output on the stack and for the machine, have to mean the same.
@Suite("Fast paths") struct FastPathTests {
    private static let tables =
        LanguageTests.examples + BuiltInTests.values + BuiltInTests.arrays + BuiltInTests.strings + BuiltInTests.pathsAndDates
        + KeyTests.examples + OrderingTests.examples + OrderingTests.loops + RegexTests.examples

    @Test("give what the general form gives", arguments: tables) func examples(_ example: QueryExample) throws {
        #expect(try BothForms(example.program).difference(on: try JSONValue(parsing: example.input)) == nil)
    }

    @Test("give the outputs and errors of the general form", arguments: InputFieldsTests.tricky + LeadingPathTests.examples.map(\.program))
    func programs(_ program: String) throws {
        let both = try BothForms(program)
        for input in FuzzTests.inputs { #expect(both.difference(on: try JSONValue(parsing: input)) == nil) }
    }

    @Test(
        "give what the general form gives in jq's own tests",
        .needs(SharedData.exists("jq/cases.json"), "needs the shared test data"),
        arguments: try ConformanceCase.all())
    func conformance(_ test: ConformanceCase) async {
        #expect(await onThread(stackBytes: 64 << 20) { test.differenceOfForms() } == nil)
    }

    @Test(
        "give what the general form gives in gojq's tests",
        .needs(SharedData.exists("jq/gojq.json"), "needs the shared test data"))
    func commandLine() throws {
        let cases = try JSONValue(parsing: Array(try SharedData.read("jq/gojq.json"))).array ?? []
        #expect(cases.count == 426)
        for test in cases {
            guard let program = try test.member("program")?.string, let both = try? BothForms(program) else { continue }
            for input in try test.member("inputs")?.array ?? [] {
                guard let input = input.string, let value = try? JSONValue(parsing: input) else { continue }
                #expect(both.difference(on: value, limits: QueryLimits(maxSteps: 100_000)) == nil, "\(program)")
            }
        }
    }
}
