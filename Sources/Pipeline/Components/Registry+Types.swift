internal import JSONParsing

// The component types that steps of a pipeline file name.
extension Registry {
    /// The type that a step names, or the reason why there is none.
    enum NamedType<Found> {
        case found(name: String, Found)
        /// The problem. The options of the step are not read, so their names may have to decide which texts are secret.
        case fault(Diagnostic, hidesTexts: Bool)
        /// A problem was reported before.
        case unresolved
    }

    /// Finds the component type that a step names.
    ///
    /// - Parameters:
    ///   - step: The step, an object with a `type`.
    ///   - path: Its path, such as `stages[2]`.
    ///   - known: The types by their names.
    ///   - kind: `source`, `stage` or `sink`.
    func type<Found>(of step: ConfigValue, path: String, among known: [String: Found], kind: String) -> NamedType<Found> {
        func fault(_ message: String, _ value: ConfigValue, _ path: String, help: String?, hidesTexts: Bool = false) -> NamedType<Found> {
            .fault(Diagnostic(message, at: value.range, path: path, help: help), hidesTexts: hidesTexts)
        }
        if case .unresolved = step.content { return .unresolved }
        guard case .object = step.content else { return fault("expected an object, found \(step.phrase)", step, path, help: nil) }
        let help = "tabpipe list \(kind)s"
        guard let type = step.member("type") else {
            let advice = kind == "stage" ? OptionAdvice.onMissingType(of: step) ?? help : help
            return fault("\"type\" is missing; it names the \(kind)", step, path, help: advice, hidesTexts: true)
        }
        if case .unresolved = type.content { return .unresolved }
        guard case .string(let name) = type.content else {
            return fault("expected the name of a \(kind), found \(type.phrase)", type, "\(path).type", help: help)
        }
        if let found = known[name] { return .found(name: name, found) }
        let message =
            type.isSecret
            ? "no \(kind) is called what \(type.masked(name).shown) gives"
            : "no \(kind) is called \"\(name.printable)\"\(hint(for: name, in: known.keys.sorted(), kind: kind))"
        return fault(message, type, "\(path).type", help: help, hidesTexts: true)
    }

    /// The hint for an unknown component: a component of another kind with that name, a stage that converts to it, or a similar name.
    private func hint(for name: String, in known: [String], kind: String) -> String {
        let kinds = [("source", sources[name] != nil), ("stage", stages[name] != nil), ("sink", sinks[name] != nil)]
        if let meant = ComponentAdvice.meant(by: name, as: kind), known.contains(meant) { return "; did you mean \"\(meant)\"?" }
        guard let other = kinds.first(where: { $0.1 && $0.0 != kind })?.0 else { return DidYouMean.hint(for: name, in: known) }
        let conversion = known.first { $0.hasSuffix("_to_\(name)") }
        let reader = kind == "source" && name == "jsonl" && known.contains("json") ? ", and the source \"json\" reads JSON Lines, too" : ""
        return "; \"\(name)\" is a \(other)" + (conversion.map { ", and the \(kind) \"\($0)\" converts" } ?? reader)
    }
}
