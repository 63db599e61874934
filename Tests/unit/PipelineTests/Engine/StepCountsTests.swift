import JSONParsing
import Stages
import TestSupport
import Testing
@testable import Pipeline

@Suite("The counts of steps") struct StepCountsTests {
    /// A pipeline with a name.
    struct Example: CustomTestStringConvertible {
        let name: String
        var source: any Source = NumberSource(count: 2000)
        var stages: [PipelinePlan.StageComponent] = []
        var sinks: @Sendable () -> [any Sink] = { [MemorySink()] }
        var onError = OnError.reject
        var limit: Int?

        var testDescription: String { name }
    }

    private static func number(_ record: Record) throws -> Int { Int(try record.get("n")?.number?.int64 ?? 0) }

    /// Keeps two of three records.
    private static let filter = PipelinePlan.StageComponent.stage(ClosureStage { try number($0) % 3 == 0 ? .drop : .keep })
    /// Makes two of each tenth record, and none of each eleventh.
    private static let split = PipelinePlan.StageComponent.stage(
        ClosureStage { record in
            let number = try number(record)
            return number % 11 == 0 ? .replace(with: []) : number % 10 == 0 ? .replace(with: [record, record]) : .keep
        })
    /// Fails at each seventh record.
    private static let faulty = PipelinePlan.StageComponent.stage(
        ClosureStage { record in
            if try number(record) % 7 == 0 { throw RecordError("a seventh") }
            return .keep
        })
    /// Fails the run at a record.
    private static let broken = PipelinePlan.StageComponent.stage(
        ClosureStage { record in
            if try number(record) == 1234 { throw PipelineFailure(.credentialsRefused, "no", concernsAllRecords: true) }
            return .keep
        })
    private static let slow = PipelinePlan.StageComponent.asyncStage(SleepyStage(longest: .microseconds(30)))
    private static let slowAndFaulty = PipelinePlan.StageComponent.asyncStage(
        AsyncClosureStage(3) { record, _ in
            if try number(record) % 13 == 0 { throw RecordError("a thirteenth") }
            return .keep
        })
    private static let head = PipelinePlan.StageComponent.streamStage(HeadStage(300))
    /// Refuses each fifth record, and sends each sixth one twice.
    private static let stream = PipelinePlan.StageComponent.streamStage(
        StreamClosureStage { input, output in
            for try await batch in input {
                for record in batch {
                    let number = try number(record)
                    if number % 5 == 0 {
                        try await output.refuse(record, because: RecordError("a fifth"))
                    } else {
                        for _ in 0..<(number % 6 == 0 ? 2 : 1) { try await output.send(record) }
                    }
                }
            }
        })
    /// Sends records between pieces of input that it refuses.
    private static let refusing = ClosureSource { output in
        for number in 0..<900 {
            if number % 4 == 0 { try await output.refuse(RefusedInput("x", because: "no record", origin: Origin(source: "s", item: 0))) }
            try await output.send(["n": .number(JSONNumber(number))])
        }
    }
    private static let pickySinks: @Sendable () -> [any Sink] = {
        [
            MemorySink(refuses: { $0.hasSuffix("1}") }), MemorySink(refuses: { $0.hasSuffix("2}") || $0.hasSuffix("11}") }),
            MemorySink(appearsWhole: true),
        ]
    }

    static let examples: [Example] = [
        Example(name: "no stage"),
        Example(name: "no record", source: NumberSource(count: 0), stages: [filter, head]),
        Example(name: "two filters and a stage that makes records", stages: [filter, split, filter]),
        Example(name: "rejects in each step", source: refusing, stages: [faulty, slowAndFaulty, faulty, stream, split], sinks: pickySinks),
        Example(name: "skips in each step", source: refusing, stages: [faulty, slowAndFaulty, stream], sinks: pickySinks, onError: .skip),
        Example(name: "a limit behind stages of each kind", source: refusing, stages: [faulty, slowAndFaulty, filter, head, faulty]),
        Example(name: "a limit at once", stages: [head, filter]),
        Example(name: "a limit of the run", stages: [faulty, slow, filter], limit: 777),
        Example(name: "a limit behind another stream stage", stages: [stream, faulty, head], sinks: pickySinks),
        Example(name: "a record that fails the run", stages: [filter, split, faulty], onError: .fail),
        Example(name: "a record that fails the run in an asynchronous stage", stages: [filter, slowAndFaulty, split], onError: .fail),
        Example(name: "a record that fails the run in a stream stage", stages: [slow, stream, split], onError: .fail),
        Example(name: "a failure that concerns all records", source: refusing, stages: [faulty, broken, slowAndFaulty, split]),
        Example(name: "a failure of all records behind an asynchronous stage", stages: [slowAndFaulty, broken, split]),
        Example(name: "a source that fails", source: NumberSource(count: 2000, failsAt: 1500), stages: [faulty, slow, stream]),
        Example(name: "a sink that fails", stages: [faulty, slow], sinks: { [MemorySink(.after(300)), MemorySink()] }),
        Example(
            name: "a second sink that fails", stages: [faulty],
            sinks: { [MemorySink(appearsWhole: true), MemorySink(.after(600), refuses: { $0.hasSuffix("3}") })] }),
        Example(name: "a sink that refuses a record and fails the run", stages: [filter], sinks: pickySinks, onError: .fail),
        Example(
            name: "a sink that fails at its end", stages: [split],
            sinks: { [MemorySink(.atEnd(ForeignError()), appearsWhole: true), MemorySink()] }),
    ]

    @Test("add up, from step to step and to the counts of the run", arguments: examples, [1, 2, 7])
    func addUp(_ example: Example, _ jobs: Int) async throws {
        for _ in 0..<5 {
            let plan = plan(example.source, example.stages, example.sinks(), onError: example.onError)
            Self.check(await run(plan, jobs: jobs, limit: example.limit), of: plan)
        }
    }

    @Test("add up in a run that is stopped", .startsOnIdlePool, .timeLimit(.minutes(5)), arguments: [1, 3]) func stopped(jobs: Int) async {
        for round in 0..<20 {
            let plan = plan(
                NumberSource(count: 100_000, waitsAtEnd: true), [Self.faulty, Self.slow, Self.filter, Self.stream, Self.split],
                [MemorySink(appearsWhole: round % 2 == 0), MemorySink()])
            var options = PipelineRun.Options()
            options.jobs = jobs
            let run = PipelineRun(plan, options: options, observer: MemoryObserver())
            async let report = run.run()
            try? await Task.sleep(for: .microseconds(round * 500))
            run.stop(signal: 2)
            Self.check(await report, of: plan)
        }
    }

    @Test("say what each step did") func numbers() async {
        let plan = plan(Self.refusing, [Self.filter, Self.faulty, Self.stream], Self.pickySinks())
        let report = await run(plan)
        let lines = report.steps.map {
            "\($0.path) \($0.type): \($0.input) + \($0.made) = \($0.output) + \($0.filtered) + \($0.rejected) + \($0.skipped)"
        }
        #expect(
            lines == [
                "source closure: 1125 + 0 = 900 + 0 + 225 + 0", "stages[0] closure: 900 + 0 = 600 + 300 + 0 + 0",
                "stages[1] closure: 600 + 0 = 514 + 0 + 86 + 0", "stages[2] stream_closure: 514 + 0 = 411 + 0 + 103 + 0",
                "sinks[0] memory: 359 + 0 = 307 + 0 + 52 + 0", "sinks[1] memory: 359 + 0 = 307 + 0 + 52 + 0",
                "sinks[2] memory: 307 + 0 = 307 + 0 + 0 + 0",
            ])
        #expect(report.steps.allSatisfy { $0.time > .zero })
        #expect(abs(report.steps.reduce(0) { $0 + $1.share } - 1) < 0.001)
    }

    @Test("charge rejects that no later stage needed to their steps as filtered") func cut() async throws {
        let folder = try ScratchFolder()
        let plan = plan(NumberSource(count: 5000), [Self.faulty, Self.slowAndFaulty, Self.head], [MemorySink()])
        let report = await run(plan, jobs: 3, rejects: folder.path + "/rejects.jsonl")
        Self.check(report, of: plan)
        // The 300th record that both stages keep is number 379: 55 and 25 failed before it.
        #expect(report.steps.map(\.rejected) == [0, 55, 25, 0, 0])
    }

    /// Checks that no record is lost or counted twice.
    private static func check(_ report: RunReport, of plan: PipelinePlan) {
        let (steps, counts) = (report.steps, report.counts)
        let sinks = steps.suffix(plan.sinks.count)
        let inner = steps.dropLast(plan.sinks.count)
        #expect(steps.map(\.path) == ["source"] + plan.stages.map(\.common.path) + plan.sinks.map(\.common.path))
        for step in steps {
            #expect(step.addUp, "\(step)")
            let numbers = [step.input, step.made, step.output, step.filtered, step.rejected, step.skipped, step.unfinished]
            #expect(numbers.allSatisfy { $0 >= 0 }, "\(step)")
        }
        for (step, next) in zip(inner, inner.dropFirst()) { #expect(step.output == next.input, "\(step), \(next)") }
        for sink in sinks {
            let refused = sinks.filter { $0.path != sink.path }.reduce(0) { $0 + $1.rejected + $1.skipped }
            #expect(inner.last?.output == sink.input + refused, "\(steps)")
        }
        #expect(counts.read == steps[0].input)
        #expect(counts.made == steps.reduce(0) { $0 + $1.made })
        #expect(counts.filtered == steps.reduce(0) { $0 + $1.filtered })
        #expect(counts.rejected == steps.reduce(0) { $0 + $1.rejected })
        #expect(counts.skipped == steps.reduce(0) { $0 + $1.skipped })
        #expect(counts.written == sinks.map(\.output).min())
        #expect(counts.unfinished == inner.reduce(0) { $0 + $1.unfinished } + (sinks.map(\.unfinished).max() ?? 0))
        #expect(counts.addUp, "\(counts)")
    }
}
