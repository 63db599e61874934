internal import LineDiffs

/// The differences of a snapshot and an output, for the message of a failed test.
struct SnapshotDiff {
    /// The largest number of lines of a diff. `--update` and a diff of the files show all.
    private static let maxLines = 60

    /// The lines of the diff, with a header.
    let lines: [String]

    /// - Parameters:
    ///   - expected: The old text, and its name in the header.
    ///   - found: The new text, and its name in the header.
    init(expected: (name: String, text: [UInt8]), found: (name: String, text: [UInt8])) {
        let header = ["--- \(expected.name)", "+++ \(found.name)"]
        guard let diff = UnifiedDiff(DiffText(expected.text), DiffText(found.text)) else {
            lines = header + ["a text has more than \(UnifiedDiff.maxLines) lines, so that no diff is shown"]
            return
        }
        var body: [String] = []
        var count = 0
        diff.forEachLine { line in
            count += 1
            if count <= Self.maxLines { body.append(line.kind.mark + String(decoding: line.bytes, as: UTF8.self)) }
        }
        lines = header + body + (count > Self.maxLines ? ["… and \(count - Self.maxLines) more lines"] : [])
    }
}
