extension PipelinePlan.SinkStep {
    /// The problem of a sink whose output an incremental source would shrink to what is new; nil if the sink keeps earlier records.
    var shrinkingFault: (message: String, help: String)? {
        // A sink without a file or folder, such as one that posts records, has nothing to shrink.
        guard component.traits.update == .replace, component.traits.appearsWhole || component.traits.path != nil else { return nil }
        let remedy =
            common.options["mode"] == nil
            ? "this sink has no \"mode\" that keeps earlier records; jsonl and csv have"
            : (component as? any OutputSink)?.output is FileOutput
                ? #"use "mode": "append", or "mode": "merge" with "key""# : #"use "mode": "merge""#
        return (
            "the source reads only what is new, and the sink \(common.type) would replace what earlier runs wrote with that", remedy
        )
    }
}
