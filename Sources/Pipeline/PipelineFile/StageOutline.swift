package import JSONParsing

/// The stages and sinks of a pipeline file as it is written, with the stages of the files that it uses. No component is created.
package struct StageOutline: Sendable {
    /// A stage, or a step that stands for the stages of another file.
    package struct Step: Sendable {
        package let path: StagePath
        /// The type of the stage; "" for a step without one.
        package let type: String
        /// The file whose stages the step stands for, as the step names it; nil for a stage.
        let file: String?
    }

    /// All steps in the order of the file, each in front of the stages that it stands for.
    package private(set) var steps: [Step] = []
    /// The types of the sinks: "" for one without a type.
    package let sinks: [String]

    /// Reads the steps of a pipeline file. A list that cannot be read is empty.
    ///
    /// - Parameters:
    ///   - root: The content of the file.
    ///   - file: The path of the file, which paths of used files are relative to.
    package init(_ root: JSONSyntax?, file: String) {
        sinks = (root?.member("sinks")?.elements ?? []).map(Self.type)
        add(root, file: file, below: [], depth: 1)
    }

    /// Reads the steps in the text of a pipeline file. The lists of a faulty text are empty.
    package init(text: [UInt8], file: String) { self.init(Self.syntax(text), file: file) }

    /// The stages of a type.
    package enum StageMatch: Sendable {
        case one(StagePath)
        /// Their places as part of a sentence, such as `stages[1] or stages[4]`.
        case several(String)
        case none
    }

    /// Finds the stage of a type.
    package func stage(ofType type: String) -> StageMatch {
        let found = steps.filter { $0.type == type && !type.isEmpty }.map(\.path)
        guard let last = found.last else { return .none }
        if found.count == 1 { return .one(last) }
        return .several("\(found.dropLast().map(\.description).joined(separator: ", ")) or \(last)")
    }

    /// The last step in the file itself; the source if it has no stages.
    package var last: StagePath { steps.last { $0.path.indices.count == 1 }?.path ?? .source }

    /// The reason why no stage has a path, as the end of a sentence that begins with the owner of the stages; nil if a step has it.
    ///
    /// The stages of a used file are only known if the step names the file itself.
    package func fault(of path: StagePath, in owner: String) -> String? {
        if steps.contains(where: { $0.path == path }) { return nil }
        let parent = StagePath(indices: Array(path.indices.dropLast()))
        guard let step = steps.first(where: { $0.path == parent }) else {
            return parent == .source ? "\(owner) has \(count(below: parent))" : fault(of: parent, in: owner)
        }
        guard let file = step.file else { return "\(parent) of \(owner) uses no other file" }
        return file.isEmpty ? nil : "\(file.printable) has \(count(below: parent))"
    }

    /// The places in a list, such as `stages[0] to stages[3]`.
    package static func places(_ list: String, _ count: Int) -> String {
        count == 0 ? "no \(list)" : count == 1 ? "only \(list)[0]" : "\(list)[0] to \(list)[\(count - 1)]"
    }

    private func count(below parent: StagePath) -> String {
        let depth = parent.indices.count + 1
        return Self.places("stages", steps.count { $0.path.indices.count == depth && parent.contains($0.path) })
    }

    private mutating func add(_ root: JSONSyntax?, file: String, below parent: [Int], depth: Int) {
        for (index, step) in (root?.member("stages")?.elements ?? []).enumerated() {
            let indices = parent + [index]
            let use = step.member("use")
            let type = Self.type(of: step)
            guard let use, type.isEmpty else {
                steps.append(Step(path: StagePath(indices: indices), type: type, file: nil))
                continue
            }
            let name: String? = if case .string(let text) = use.content { text } else { nil }
            steps.append(Step(path: StagePath(indices: indices), type: "", file: name ?? ""))
            guard let name, depth < StageUse.maxDepth, steps.count < StageUse.maxCount else { continue }
            let folder = FilePath.split(file).folder
            let path = name.hasPrefix("/") || folder == "." ? name : "\(folder)/\(name)"
            let text = try? InputFile.readAll(.file(MaskedText(path)), limit: InputFile.maxConfigBytes)
            add(text.flatMap(Self.syntax), file: path, below: indices, depth: depth + 1)
        }
    }

    private static func syntax(_ text: [UInt8]) -> JSONSyntax? {
        (try? ByteOrderMark.lengthToSkip(in: text)).flatMap { try? JSONSyntax(parsing: Array(text[$0...])) }
    }

    private static func type(of step: JSONSyntax) -> String {
        if case .string(let name)? = step.member("type")?.content { name } else { "" }
    }
}

/// The place of a stage as the pipeline file is written: `stages[2]`, or `stages[2].stages[0]` for a stage of the file that `stages[2]` uses.
package struct StagePath: Hashable, Sendable {
    /// The indices in the lists, that of the pipeline file first; empty for the place in front of all stages.
    package let indices: [Int]

    /// The place in front of all stages.
    package static let source = StagePath(indices: [])

    package init(indices: [Int]) { self.indices = indices }

    /// Reads a path.
    ///
    /// - Returns: nil for another text.
    package init?(_ text: String) {
        var indices: [Int] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let match = part.wholeMatch(of: /stages\[([0-9]{1,9})\]/), let index = Int(match.1) else { return nil }
            indices.append(index)
        }
        self.indices = indices
    }

    /// Whether a path is this one, or that of a stage below it.
    package func contains(_ other: StagePath) -> Bool { other.indices.starts(with: indices) }

    /// The rest of this path, behind an element of the first list; nil if the path does not lead through that element.
    ///
    /// - Parameter index: The index in the first list.
    func rest(behind index: Int) -> StagePath? {
        guard indices.first == index, indices.count > 1 else { return nil }
        return StagePath(indices: Array(indices.dropFirst()))
    }
}

extension StagePath: Comparable {
    /// Orders paths as in the file. A step precedes the stages that it stands for.
    package static func < (left: StagePath, right: StagePath) -> Bool { left.indices.lexicographicallyPrecedes(right.indices) }
}

extension StagePath: CustomStringConvertible {
    package var description: String { indices.isEmpty ? "source" : indices.map { "stages[\($0)]" }.joined(separator: ".") }
}

extension [PipelinePlan.StageStep] {
    /// The stages from one place of the file to another one.
    ///
    /// - Parameters:
    ///   - first: The first stage, or the step that stands for it; nil for the beginning.
    ///   - last: The last stage, or the step that stands for it; nil for the end.
    package func range(from first: StagePath?, to last: StagePath?) -> Range<Int> {
        let paths = map { StagePath($0.common.path) ?? .source }
        let start = first.map { first in paths.firstIndex { $0 >= first } ?? count } ?? 0
        let end = last.map { last in paths.lastIndex { $0 < last || last.contains($0) }.map { $0 + 1 } ?? 0 } ?? count
        return start..<Swift.max(start, end)
    }
}

/// A stage of a plan, or a used file with its stages, as the pipeline file lists them.
package enum StageNode: Sendable {
    case stage(PipelinePlan.StageStep)
    case use(PipelinePlan.UsedFile, [StageNode])

    /// The steps of a plan's file.
    package static func list(of plan: PipelinePlan) -> [StageNode] { list(plan.stages, plan.declaration.uses, at: "stages") }

    /// The steps in a list.
    ///
    /// - Parameters:
    ///   - stages: All stages of the pipeline.
    ///   - uses: All used files.
    ///   - path: The path of the list, such as `stages[2].stages`.
    static func list(_ stages: [PipelinePlan.StageStep], _ uses: [PipelinePlan.UsedFile], at path: String) -> [StageNode] {
        let stages = Dictionary(stages.map { ($0.common.path, $0) }) { $1 }
        let uses = Dictionary(uses.map { ($0.path, $0) }) { $1 }
        func list(_ path: String) -> [StageNode] {
            var nodes: [StageNode] = []
            while true {
                let path = "\(path)[\(nodes.count)]"
                if let stage = stages[path] {
                    nodes.append(.stage(stage))
                } else if let use = uses[path] {
                    nodes.append(.use(use, list("\(path).stages")))
                } else {
                    return nodes
                }
            }
        }
        return list(path)
    }

    /// The step with its options in effect, as a pipeline file has it.
    package var json: JSONValue {
        switch self {
        case .stage(let stage): return stage.common.json
        case .use(let use, let nodes):
            var object = use.options
            object["stages"] = .array(nodes.map(\.json))
            return .object(object)
        }
    }
}

extension StepProperties {
    /// The step with its options in effect, as a pipeline file has it.
    package var json: JSONValue {
        var object: JSONObject = ["type": .string(type)]
        for options in [options, shared] {
            for option in options { object[option.key] = option.value }
        }
        return .object(object)
    }
}
