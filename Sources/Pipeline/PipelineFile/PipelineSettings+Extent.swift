internal import JSONParsing

// The parts of a pipeline file that a command reads.
extension PipelineSettings {
    /// Whether all steps of the file are read.
    var readsAllSteps: Bool { readsSourceAndSinks && stageCount == nil }

    /// The members of the file without the steps behind ``stageCount``. What only those need may be missing.
    func membersToRead(_ members: [JSONSyntax.Member]) -> [JSONSyntax.Member] {
        guard let stageCount else { return members }
        return members.compactMap { member in
            if member.key == "sinks" { return nil }
            guard member.key == "stages", case .array(let stages) = member.value.content else { return member }
            let read = JSONSyntax(.array(Array(stages.prefix(stageCount))), range: member.value.range)
            return JSONSyntax.Member(key: member.key, keyRange: member.keyRange, value: read)
        }
    }
}

extension PipelineReader {
    /// The types of the steps in a list of a pipeline file: "" for a step without one. Empty if the file or the list cannot be read.
    ///
    /// - Parameters:
    ///   - list: `stages` or `sinks`.
    ///   - text: The text of the file.
    package static func types(of list: String, in text: [UInt8]) -> [String] {
        guard let mark = try? ByteOrderMark.lengthToSkip(in: text), let syntax = try? JSONSyntax(parsing: Array(text[mark...])),
            case .object(let members) = syntax.content, case .array(let steps)? = members.first(where: { $0.key == list })?.value.content
        else { return [] }
        return steps.map { step in
            guard case .object(let options) = step.content else { return "" }
            let type = options.first { $0.key == "type" }?.value.content
            return if case .string(let name)? = type { name } else { "" }
        }
    }
}
