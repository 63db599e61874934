internal import JSONParsing
internal import Pipeline

/// A step as a drawing shows it, or a used file with its steps.
struct GraphStep {
    /// The type of the step, or the used file.
    let title: String
    /// The step's path in the file, such as `stages[2]`; empty if the file lacks the step.
    var path = ""
    /// The author's description.
    var remark: String?
    /// The input or output, as messages show it.
    var file: String?
    /// The steps of a used file; nil for a step.
    var inner: [GraphStep]?

    init(type: String) { title = type }

    init(_ common: StepProperties) {
        title = common.type
        path = common.path
        remark = common.shared["description"]?.string?.printable
        file = ["from", "match", "to"].lazy.compactMap { common.options[$0].flatMap(Self.text) }.first
        if !path.hasPrefix("source"), !path.hasPrefix("sinks") { file = nil }
    }

    init(_ node: StageNode) {
        switch node {
        case .stage(let stage): self.init(stage.common)
        case .use(let use, let nodes):
            self.init(type: (use.options["use"]?.string ?? use.file).printable)
            path = use.path
            remark = use.options["description"]?.string?.printable
            inner = nodes.map(GraphStep.init)
        }
    }

    /// A path, or the first path of a list with the number of the others.
    private static func text(of value: JSONValue) -> String? {
        guard let list = value.array else { return value.string?.printable }
        let first = list.first?.string?.printable
        return list.count > 1 ? first.map { "\($0) and \(list.count - 1) more" } : first
    }

    /// The lines below the title.
    var details: [String] { [file, remark].compactMap(\.self) }

    /// The step itself, or the steps of the used file.
    var steps: [GraphStep] { inner.map { $0.flatMap(\.steps) } ?? [self] }

    /// The step, and the steps of the used file behind it.
    var all: [GraphStep] { [self] + (inner ?? []).flatMap(\.all) }
}
