/// A part of a run with a single stage, which takes records from one channel and sends records to another.
protocol SingleStageRunner: StageRunner {
    var input: Channel<RecordBatch> { get }
    var output: Channel<RecordBatch> { get }
    var journal: RunJournal { get }
    var step: StepProperties { get }
    /// Processes records until the input ends, or the run needs no more of them. Then it closes both channels.
    func process() async
}

extension SingleStageRunner {
    func run(on executor: (any TaskExecutor)?) async {
        await output.ended.runUntilSet(on: executor) {
            await process()
        } onSet: {
            input.close($0, before: step.number, countingIn: journal)
        }
    }

    func stop(_ reason: Interrupted) { output.finish(.failed(reason)) }
}
