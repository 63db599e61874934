/// Compares the outputs of a pipeline with the state of its incremental source, before a run. A run could otherwise write records a second
/// time, or never.
private struct StateCheck {
    /// An output of a sink, with the content that is there before the run.
    private struct SinkOutput {
        let place: String
        let path: MaskedText
        let update: SinkUpdate
        let content: OutputMark.Content?

        var shown: String { path.shown.printable }
        var isEmpty: Bool { content?.isEmpty ?? true }
    }

    private let state: any OutputState
    private let outputs: [SinkOutput]

    /// - Returns: nil for a pipeline without a state.
    init?(_ plan: PipelinePlan) {
        guard plan.isIncremental, let state = plan.source?.component.hooks.output as? any OutputState else { return nil }
        self.state = state
        outputs = plan.sinks.compactMap { sink in
            guard let output = (sink.component as? any OutputSink)?.output as? any StateTrackedOutput, let path = output.markedPath else {
                return nil
            }
            return SinkOutput(place: sink.common.path, path: path, update: sink.component.traits.update, content: output.presentContent)
        }
    }

    /// The fault of outputs and a state that do not belong together; nil if there is none.
    ///
    /// - Throws: ``PipelineFailure`` for a state that cannot be used.
    func fault() throws -> PipelineFailure? {
        switch try state.marks() {
        case .replaced: return growingOutput.map(appendsAgain)
        case .noState: return growingOutput.map(lacksState)
        case .unknown: return outputs.first(where: \.isEmpty).map(lacksOutput)
        case .outputs(let marks): return fault(of: marks)
        }
    }

    /// The first output with records to which the run would append.
    private var growingOutput: SinkOutput? { outputs.first { $0.update == .append && !$0.isEmpty } }

    private func fault(of marks: [OutputMark]) -> PipelineFailure? {
        var left = marks
        var unknown: [SinkOutput] = []
        for output in outputs {
            let path = OutputMark(output.path, .file(bytes: 0)).path
            let identity = CanonicalPath(output.path.value)
            guard let index = left.firstIndex(where: { $0.path == path || CanonicalPath($0.path) == identity }) else {
                unknown.append(output)
                continue
            }
            if let fault = fault(of: output, left.remove(at: index).content) { return fault }
        }
        for output in unknown {
            // An output that the user has moved still has the content in its mark, and no file is at its old path.
            guard let content = output.content,
                let index = left.firstIndex(where: { $0.content == content && FilePath.kind(of: $0.path) == nil })
            else {
                return output.isEmpty ? lacksOutput(output) : belongsElsewhere(output, left)
            }
            left.remove(at: index)
        }
        return left.first.map(isLeftOut)
    }

    /// The fault of an output that the state knows.
    private func fault(of output: SinkOutput, _ marked: OutputMark.Content) -> PipelineFailure? {
        if marked.isEmpty, output.content == nil { return nil }
        guard let content = output.content, marked.isEmpty || !content.isEmpty else { return lacksOutput(output) }
        guard case (.file(let before), .file(let now)) = (marked, content) else { return nil }
        if now < before {
            return failure(
                "\(output.shown) has \(now) bytes, and had \(before) when \(state.shown) was written: records are missing in it. "
                    + "Put the newer file back; or \(rereading(output))")
        }
        if now > before, output.update == .append {
            return failure(
                "\(output.shown) has \(now) bytes, and had \(before) when \(state.shown) was written: it holds records that this state does not "
                    + "know, of a run that was stopped or of another program, and a run could append them again. Put the newer state back; or "
                    + "cut the file with truncate -s \(before), and the run reads them again")
        }
        return nil
    }

    private func lacksState(_ output: SinkOutput) -> PipelineFailure {
        failure(
            "\(output.shown) has records, but the state \(state.shown) is missing: the run would append all records of the list again. "
                + #"Put the state back; or move the file, and the run reads all into a new one; or use "mode": "merge""#,
            accepting: "appends all records of the list to this file, as to one that was made by hand")
    }

    private func lacksOutput(_ output: SinkOutput) -> PipelineFailure {
        let what =
            switch output.content {
            case nil: "missing"
            case .file?: "empty"
            case .folder?: "missing or empty"
            }
        return failure(
            "\(output.shown) is \(what), and by \(state.shown) earlier runs have written records to it: "
                + "the run would write only what is new. Put the output back; or \(rereading(output))",
            accepting: "begins a new output with what is new")
    }

    private func belongsElsewhere(_ output: SinkOutput, _ marks: [OutputMark]) -> PipelineFailure {
        let others = marks.map { Self.shown($0) }.joined(separator: ", ")
        return failure(
            "\(state.shown) was written by a run with \(others.isEmpty ? "other outputs" : "the output \(others)"), not with \(output.shown): "
                + "records may be missing in it. Two pipelines need a state each; or \(rereading(output))")
    }

    private func isLeftOut(_ mark: OutputMark) -> PipelineFailure {
        failure(
            "\(state.shown) goes with the output \(Self.shown(mark)), which this run does not write: its records would be missing there. "
                + "Two pipelines need a state each")
    }

    private func appendsAgain(_ output: SinkOutput) -> PipelineFailure {
        failure(
            "\(output.place): the run reads all records again, and this sink would append them to \(output.shown) a second time; move the "
                + "file first",
            accepting: nil)
    }

    /// The advice to read all records again, for an output that lacks some.
    private func rereading(_ output: SinkOutput) -> String {
        output.update == .append && !output.isEmpty
            ? "move the file, and --full-refresh reads all into a new one" : "--full-refresh reads all"
    }

    private static func shown(_ mark: OutputMark) -> String { mark.path.hasPrefix("sha256:") ? "with a secret path" : mark.path.printable }

    private func failure(_ problem: String, accepting: String? = "goes on with the outputs as they are") -> PipelineFailure {
        PipelineFailure(.configurationWrong, problem + (accepting.map { "; --accept-outputs \($0)" } ?? ""))
    }
}

extension PipelinePlan {
    /// The reason why outputs and the state of an incremental source do not belong together; nil if they do, or if there is no state.
    ///
    /// - Throws: ``PipelineFailure`` for a state that cannot be used.
    package func stateFault() throws -> PipelineFailure? { try StateCheck(self)?.fault() }

    /// The marks of the outputs that all sinks have prepared.
    var preparedMarks: [OutputMark] {
        sinks.compactMap { (($0.component as? any OutputSink)?.output as? any StateTrackedOutput)?.preparedMark }
    }
}

extension PipelinePlan.SinkStep {
    /// The problem of a sink behind an incremental source: that its output would shrink to what is new, or that several files, which do not
    /// appear in one moment, could get records twice; nil if there is none.
    var incrementalFault: (message: String, help: String)? {
        if component.traits.update == .append, isFolder {
            return (
                "the source reads only what is new, and a run that is stopped between the files of \(common.type) and its state would append it "
                    + "twice", #"use "mode": "merge" with "key""#
            )
        }
        // A sink without a file or folder, such as one that posts records, has nothing to shrink.
        guard component.traits.update == .replace, component.traits.appearsWhole || component.traits.path != nil else { return nil }
        let remedy =
            common.options["mode"] == nil
            ? "this sink has no \"mode\" that keeps earlier records; jsonl and csv have"
            : keepsRecords
                ? #"use "mode": "append", or "mode": "merge" with "key""# : #"use "mode": "merge""#
        return (
            "the source reads only what is new, and the sink \(common.type) would replace what earlier runs wrote with that", remedy
        )
    }

    private var isFolder: Bool { ((component as? any OutputSink)?.output as? any StateTrackedOutput)?.isFolder == true }

    /// Whether the modes of the sink are about records, and not about an index of files.
    private var keepsRecords: Bool {
        let output = (component as? any OutputSink)?.output
        return output is FileOutput || output is RecordOutput
    }
}
