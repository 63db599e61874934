internal import Pipeline

/// A place of a pipeline where records are shown: behind the source, behind a stage, or in front of the sinks.
struct PeekPlace {
    /// The last stage in front of the place, or the step that stands for it.
    let last: StagePath

    /// Reads the place from the value of `--after`.
    ///
    /// - Parameters:
    ///   - text: `source`, `stages[2]`, `2`, `stages[2].stages[0]` for a stage of a used file, the type of a stage or a sink, or `sinks[0]`;
    ///     nil for the end of the stages.
    ///   - outline: The steps of the file.
    /// - Throws: ``UsageError`` for a text that names no place or several.
    init(_ text: String?, in outline: StageOutline) throws(UsageError) {
        guard let text, text != "sinks" else {
            last = outline.last
            return
        }
        if text == "source" {
            last = .source
            return
        }
        if let path = StagePath(text) ?? Int(text).flatMap({ $0 < 0 ? nil : StagePath(indices: [$0]) }) {
            if let fault = outline.fault(of: path, in: "the file") { throw UsageError("--after \(text.printable): \(fault)") }
            last = path
            return
        }
        if text.hasPrefix("sinks["), text.hasSuffix("]"), let index = Int(text.dropFirst(6).dropLast()) {
            guard outline.sinks.indices.contains(index) else {
                let places = StageOutline.places("sinks", outline.sinks.count)
                throw UsageError("--after \(text.printable): the file has \(places)")
            }
            last = outline.last
            return
        }
        switch outline.stage(ofType: text) {
        case .one(let path): last = path
        case .several(let places): throw UsageError("--after \(text.printable) can be \(places); name one of them")
        case .none:
            guard outline.sinks.contains(text) else {
                let names = ["source"] + outline.steps.map(\.type) + outline.sinks
                throw UsageError(
                    "--after wants source, stages[N], N, or the type of a step, found \"\(text.printable)\""
                        + DidYouMean.hint(for: text, in: names.filter { !$0.isEmpty }))
            }
            last = outline.last
        }
    }
}
