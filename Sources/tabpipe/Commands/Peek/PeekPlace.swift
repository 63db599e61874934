internal import Pipeline

/// A place of a pipeline where records are shown: behind the source, behind a stage, or in front of the sinks.
struct PeekPlace {
    /// The number of stages in front of the place.
    let stageCount: Int

    /// Reads the place from the value of `--after`.
    ///
    /// - Parameters:
    ///   - text: `source`, `stages[2]`, `2`, the type of a stage or a sink, or `sinks[0]`; nil for the end of the stages.
    ///   - stages: The types of the stages in the file.
    ///   - sinks: The types of the sinks in the file.
    /// - Throws: ``UsageError`` for a text that names no place or several.
    init(_ text: String?, stages: [String], sinks: [String]) throws(UsageError) {
        guard let text, text != "sinks" else {
            stageCount = stages.count
            return
        }
        if text == "source" {
            stageCount = 0
            return
        }
        if let index = Self.index(text, in: "stages") {
            guard stages.indices.contains(index) else { throw Self.fault(text, index, "stages", stages.count) }
            stageCount = index + 1
            return
        }
        if let index = Self.index(text, in: "sinks") {
            guard sinks.indices.contains(index) else { throw Self.fault(text, index, "sinks", sinks.count) }
            stageCount = stages.count
            return
        }
        let found = stages.indices.filter { stages[$0] == text }
        if found.count > 1 {
            let places = found.map { "stages[\($0)]" }
            throw UsageError(
                "--after \(text.printable) can be \(places.dropLast().joined(separator: ", ")) or \(places.last ?? ""); name one of them")
        }
        if let index = found.first {
            stageCount = index + 1
        } else if sinks.contains(text) {
            stageCount = stages.count
        } else {
            let names = ["source"] + stages + sinks
            throw UsageError(
                "--after wants source, stages[N], N, or the type of a step, found \"\(text.printable)\""
                    + DidYouMean.hint(for: text, in: names.filter { !$0.isEmpty }))
        }
    }

    /// The number in a text such as `stages[2]`, or in `2` for a stage; nil for another text.
    private static func index(_ text: String, in list: String) -> Int? {
        if list == "stages", let index = Int(text), index >= 0 { return index }
        guard text.hasPrefix("\(list)["), text.hasSuffix("]") else { return nil }
        return Int(text.dropFirst(list.count + 1).dropLast())
    }

    private static func fault(_ text: String, _ index: Int, _ list: String, _ count: Int) -> UsageError {
        let has = count == 0 ? "no \(list)" : count == 1 ? "only \(list)[0]" : "\(list)[0] to \(list)[\(count - 1)]"
        return UsageError("--after \(text.printable): the file has \(has)")
    }
}
