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

    /// The path of a list's element, which this path leads to; nil if it leads elsewhere.
    ///
    /// - Parameter index: The index in the first list.
    func rest(behind index: Int) -> StagePath? {
        guard indices.first == index, indices.count > 1 else { return nil }
        return StagePath(indices: Array(indices.dropFirst()))
    }
}

extension StagePath: Comparable {
    /// In the order of the file; a step stands in front of its stages.
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
