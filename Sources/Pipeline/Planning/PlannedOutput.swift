/// An output of a planned run, with its files.
package struct PlannedOutput: Sendable {
    package enum Kind: Sendable {
        /// One file that appears whole.
        case file
        /// A folder of files.
        case folder
        /// Standard output, a device or a pipe, which a plan leaves alone.
        case stream
        /// An output without support for plans. It is not opened.
        case unknown
    }

    package let kind: Kind
    /// The name in messages.
    package let shown: String
    /// The files in the order in which they are written.
    package private(set) var files: [PlannedFile] = []
    /// What would happen to the records, such as `3 records appended`; nil if only the files are known.
    package var summary: String?
    /// The positions of the files of a folder by their paths.
    private var positions: [String: Int] = [:]

    init(kind: Kind, shown: String) {
        self.kind = kind
        self.shown = shown
    }

    /// Whether a run would change a file here.
    package var isChanged: Bool { files.contains { $0.change != .unchanged } }

    /// The number of files with a change.
    package func count(_ change: PlannedFile.Change) -> Int { files.count { $0.change == change } }

    mutating func add(_ file: PlannedFile) {
        if let position = positions[file.shown] {
            files[position] = file
        } else {
            positions[file.shown] = files.count
            files.append(file)
        }
    }

    /// The same output, which is one file, with another name in messages.
    package func renamed(_ name: String) -> PlannedOutput {
        var output = PlannedOutput(kind: kind, shown: name)
        output.summary = summary
        for file in files { output.add(file.renamed(name)) }
        return output
    }
}
