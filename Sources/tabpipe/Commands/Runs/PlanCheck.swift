internal import Pipeline

/// Checks the secrets, components and outputs of a pipeline, and prints one line for each.
struct PlanCheck {
    private let plan: PipelinePlan
    /// The start of each line: the pipeline file, if there are several.
    private let prefix: String
    private let console: Console

    init(_ plan: PipelinePlan, prefix: String, console: Console) {
        self.plan = plan
        self.prefix = prefix
        self.console = console
    }

    /// Checks everything, whatever fails.
    ///
    /// - Returns: The exit codes of the failures, in the order of the file.
    func run() async -> [Int32] {
        // A secret without a value is a fault of the pipeline file, which was reported with its place.
        for use in plan.secretUses { say("secret \(use.node): has a value (\(use.place))") }
        var codes: [Int32] = []
        if let source = plan.source {
            let subject = "source \(source.common.type)"
            codes += await check(source.component, subject: subject)
            codes += outputs(of: "source.", subject: subject)
        }
        for stage in plan.stages {
            let subject = "\(stage.common.path) \(stage.common.type)"
            codes += await check(stage.component.component, subject: subject)
            codes += outputs(of: "\(stage.common.path).", subject: subject)
        }
        for sink in plan.sinks {
            let subject = "\(sink.common.path) \(sink.common.type)"
            codes += await check(sink.component, subject: subject)
            codes += outputs(of: "\(sink.common.path).", subject: subject)
        }
        return codes + outputs(of: "rejects", subject: "rejects") + stateFaults()
    }

    /// Compares the outputs with the state of the source.
    private func stateFaults() -> [Int32] {
        if Task.isCancelled { return [] }
        // The check of the source has named a state that cannot be used.
        guard let fault = try? plan.stateFault() else { return [] }
        console.error("\(prefix)\(fault.message)")
        return [fault.kind.rawValue]
    }

    private func check(_ component: any Component, subject: String) async -> [Int32] {
        if Task.isCancelled { return [] }
        do {
            guard let found = try await component.hooks.check?() else { return [] }
            say("\(subject): \(found)")
            return []
        } catch is CancellationError {
            return []
        } catch {
            console.error("\(prefix)\(subject): \(error.message)")
            return [((error as? PipelineFailure)?.kind ?? .inputMissing).rawValue]
        }
    }

    /// Checks the outputs, and the files that a step keeps, whose options begin with a place in the pipeline file.
    private func outputs(of place: String, subject: String) -> [Int32] {
        if Task.isCancelled { return [] }
        let written = plan.files.filter { $0.isWritten && $0.place.hasPrefix(place) }
        return written.compactMap { output in
            let shown = output.isSecret ? output.place : output.isStandardStream ? "standard output" : output.shown.printable
            guard let obstacle = output.obstacle else {
                say("\(subject): \(shown) can be written")
                return nil
            }
            console.error("\(prefix)\(subject): \(shown) cannot be written: \(obstacle)")
            return PipelineFailure.Kind.cannotCreate.rawValue
        }
    }

    private func say(_ line: String) { console.info("\(prefix)\(line)") }
}
