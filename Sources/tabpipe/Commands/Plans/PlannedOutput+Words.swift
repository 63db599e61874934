internal import Pipeline

extension PlannedOutput {
    /// What a run would do to the output, as the line of a summary.
    var line: String { "\(shown.printable): \(words)" }

    private var words: String {
        switch kind {
        case .file: ([files.first.map { Self.words(for: $0.change) }] + [summary]).compactMap(\.self).joined(separator: ", ")
        case .folder: folderWords
        case .stream: "\(summary ?? "records") would be written"
        case .unknown:
            "unknown, because its plug-in does not support plans; an OutputSink does, and other types return true for supportsPlan"
        }
    }

    private static func words(for change: PlannedFile.Change) -> String {
        switch change {
        case .created: "would be created"
        case .changed: "would be changed"
        case .removed: "would be removed"
        case .unchanged: "unchanged"
        }
    }

    private var folderWords: String {
        let changes = [(count(.created), "created"), (count(.changed), "changed")].filter { $0.0 > 0 }
        var parts = changes.enumerated().map { "\($1.0) \($0 == 0 ? "would be " : "")\($1.1)" }
        if count(.unchanged) > 0 { parts.append("\(count(.unchanged)) unchanged") }
        return parts.isEmpty ? "no files" : parts.joined(separator: ", ")
    }
}

extension PlannedFile.Change {
    /// The character in front of the path in a list of files.
    var mark: String {
        switch self {
        case .created: "+"
        case .changed: "~"
        case .removed: "-"
        case .unchanged: "="
        }
    }

    /// The color of the line on a terminal, as a parameter of the control sequence SGR; nil for none.
    var color: String? {
        switch self {
        case .created: "32"
        case .changed: "33"
        case .removed: "31"
        case .unchanged: nil
        }
    }
}
