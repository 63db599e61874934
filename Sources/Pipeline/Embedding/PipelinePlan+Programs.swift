extension PipelinePlan {
    /// The programs of the machine that a run would start, each with the step that names it.
    ///
    /// - Parameter writes: Whether the sinks write. In a run that writes nothing, they start no program.
    package func startedPrograms(writes: Bool = true) -> [(step: String, program: StartedProgram)] {
        let steps: [(path: String, component: any Component)] =
            (source.map { [($0.common.path, $0.component)] } ?? []) + stages.map { ($0.common.path, $0.component.component) }
            + (writes ? sinks.map { ($0.common.path, $0.component) } : [])
        return steps.flatMap { step in step.component.hooks.programs.map { (step.path, $0) } }
    }

    /// The failure of a run that would start programs and may not; nil if it may, or starts none.
    ///
    /// - Parameter writes: Whether the sinks write.
    package func programFault(writes: Bool = true) -> PipelineFailure? {
        let programs = startedPrograms(writes: writes)
        guard !allowsPrograms, !programs.isEmpty else { return nil }
        let list = programs.map { "\($0.step) starts \($0.program.shown)" }.joined(separator: ", ")
        return PipelineFailure(
            .configurationWrong, "\(list): a run may start programs of this machine only with --allow-exec (in code: allowsPrograms)")
    }
}
