import Foundation
import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// Random programs, here and in jq 1.8. Outputs have to be equal to the digit; of errors, that there is one.
@Suite("Random programs beside jq", .needs(ReferenceJQ.isHere, "needs the Python package jq"))
struct DifferentialTests {
    /// How many programs, and the seed of the first; `TABPIPE_DIFFERENTIAL=100000:7` asks for others.
    private static let (count, seed): (Int, UInt64) = {
        let parts = ProcessInfo.processInfo.environment["TABPIPE_DIFFERENTIAL"]?.split(separator: ":") ?? []
        return (parts.first.flatMap { Int($0) } ?? 5000, parts.last.flatMap { parts.count > 1 ? UInt64($0) : nil } ?? 1)
    }()

    @Test("give the same outputs, and fail after the same ones") func programs() async throws {
        var generator = ProgramGenerator(seed: Self.seed)
        let cases = (0..<Self.count).map { _ in generator.next() }
        let answers = try await ReferenceJQ.answers(to: cases)
        #expect(answers.count == cases.count, "no answer to \(cases[min(answers.count, cases.count - 1)])")
        var undecided: [String] = []
        for ((program, input), answer) in zip(cases, answers) {
            let ours = try Self.answer(to: program, input)
            guard let ours, !ours.isLike(answer) else { continue }
            if KnownDifference.all.contains(where: { $0.applies(program, answer, ours) }) { continue }
            undecided.append("\(program) | \(input)\n  jq: \(Self.text(answer))\n  here: \(Self.text(ours))")
        }
        #expect(undecided.isEmpty, "\(undecided.count) programs differ:\n\(undecided.prefix(50).joined(separator: "\n"))")
    }

    private static func text(_ answer: ReferenceJQ.Answer) -> String {
        String((answer.outputs + (answer.error.map { ["error: \($0)"] } ?? [])).joined(separator: " ").prefix(300))
    }

    /// What this engine gives; nil if the run reached a limit.
    private static func answer(to program: String, _ input: String) throws -> ReferenceJQ.Answer? {
        var outputs: [String] = []
        do {
            _ = try Query(program)
            let query = try Query("(\(program)\n) | tojson")
            try query.run(try JSONValue(parsing: input), limits: QueryLimits(maxSteps: 1_000_000)) { output in
                if outputs.count <= 2000 { outputs.append(output.string ?? "") }
            }
        } catch let error as QueryRuntimeError {
            return error.isLimit ? nil : .init(outputs: outputs, error: outputs.count <= 2000 ? error.message : nil)
        } catch let error as QueryError {
            return .init(outputs: [], error: "\(error.message) (compiling)")
        }
        return .init(outputs: outputs, error: nil)
    }
}
