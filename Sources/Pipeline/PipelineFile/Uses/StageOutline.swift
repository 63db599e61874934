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
    package enum Found: Sendable {
        case one(StagePath)
        /// Their places as part of a sentence, such as `stages[1] or stages[4]`.
        case several(String)
        case none
    }

    /// Finds the stage of a type.
    package func stage(ofType type: String) -> Found {
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
