internal import Pipeline

extension PlannedOutput {
    /// What a run would do to the output, as the line of a summary.
    var line: String { "\(shown.printable): \(words)" }

    private var words: String {
        switch kind {
        case .file: ([files.first?.change.words] + [summary]).compactMap(\.self).joined(separator: ", ")
        case .folder: folderWords
        case .stream: "\(summary ?? "records") would be written"
        case .unknown:
            "unknown, because its plug-in does not support plans; an OutputSink does, and other types return true for supportsPlan"
        }
    }

    private var folderWords: String {
        let changes = [(count(.created), "created"), (count(.changed), "changed")].filter { $0.0 > 0 }
        var parts = changes.enumerated().map { "\($1.0) \($0 == 0 ? "would be " : "")\($1.1)" }
        if count(.unchanged) > 0 { parts.append("\(count(.unchanged)) unchanged") }
        return parts.isEmpty ? "no files" : parts.joined(separator: ", ")
    }
}
