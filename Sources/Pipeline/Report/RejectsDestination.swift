/// Where the rejected records of a run go. Each line holds one: stage, step, reason, origin, and the record as it reached the stage.
public enum RejectsDestination: Sendable, Equatable {
    /// They are counted only.
    case none
    /// A file that appears with the outputs, in the order of the input. A run that rejects nothing removes the file of an earlier run.
    case file(String)
    /// A file that rejects are appended to as they come: for outputs that are streams. Several runs may append to one file.
    case appended(String)
    /// A new file of its own for each run, written as the rejects come: for outputs that are streams.
    ///
    /// - Parameter stem: The path in front of `.PID-N.jsonl`.
    case newFile(stem: String)
    /// An open descriptor, written as the rejects come.
    case descriptor(Int32)

    /// The path of the file that appears with the outputs, if it is one.
    public var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// Makes what takes the rejects. Opens nothing.
    func output() -> (any RejectsOutput)? {
        switch self {
        case .none: nil
        case .file(let path) where FilePath.kind(of: path) == .special: RejectsStream(to: .special(path))
        case .file(let path): RejectsFile(path: path)
        case .appended(let path): RejectsStream(to: .appended(path))
        case .newFile(let stem): RejectsStream(to: .newFile(stem: stem))
        case .descriptor(let number): RejectsStream(to: .descriptor(number))
        }
    }
}
