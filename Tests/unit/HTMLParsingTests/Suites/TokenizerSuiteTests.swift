import Foundation
import TestSupport
import Testing

@Suite("html5lib tokenizer", .needs(SharedData.exists("html5lib"), "needs the shared test data"))
struct TokenizerSuiteTests {
    private static let files = SharedData.files(in: "html5lib/tokenizer", "test")

    @Test("emits the expected tokens and errors, for whole input and for every cut", arguments: files)
    func tokenizes(_ file: URL) throws {
        for example in try TokenizerCase.read(file) {
            for state in example.initialStates {
                let whole = example.run(in: state, cutAt: [])
                #expect(whole.tokens == example.expected, "\(example), \(state)")
                // UTF-8 cannot contain a lone surrogate. The input has U+FFFD instead.
                let errors = example.errorCodes.filter { $0 != "surrogate-in-input-stream" }
                #expect(whole.errors.sorted() == errors.sorted(), "\(example), \(state): errors")
                let bytes = example.run(in: state, cutAt: example.cuts)
                #expect(bytes.tokens == example.expected, "\(example), \(state), character by character")
                guard example.cuts.count <= 200 else { continue }
                for cut in example.cuts {
                    let (tokens, errors) = example.run(in: state, cutAt: [cut])
                    if tokens == example.expected, errors == whole.errors { continue }
                    Issue.record("\(example), \(state), cut at \(cut): \(tokens), \(errors)")
                }
            }
        }
    }

    @Test("reads 6,806 cases; the 4 of xmlViolation.test are about XML")
    func counts() throws {
        let cases = try Self.files.flatMap(TokenizerCase.read)
        #expect(cases.count == 6806)
        #expect(cases.reduce(0) { $0 + $1.initialStates.count } == 7032)
    }
}
