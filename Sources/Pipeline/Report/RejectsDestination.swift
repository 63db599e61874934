/// Where the rejected records of a run go. Each line holds one: stage, step, reason, origin, and the record as it reached the stage.
public enum RejectsDestination: Sendable, Equatable {
    /// They are counted only.
    case none
    /// A file that appears with the outputs, in the order of the input. A run that rejects nothing removes the file of an earlier run.
    case file(String)
    /// They are written as they come: for outputs that are streams.
    case stream(RejectsStream.Target)

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
        case .stream(let target): RejectsStream(to: target)
        }
    }
}
