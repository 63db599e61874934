/// The destination of the rejected records of a run. Each line holds one: stage, step, reason, origin, and the record as it reached the
/// stage.
public enum RejectsDestination: Sendable, Equatable {
    /// The run only counts them.
    case none
    /// A file that appears with the outputs, in the order of the input. A run that rejects nothing removes the file of an earlier run.
    case file(String)
    /// The run writes them as they occur: for outputs that are streams.
    case stream(RejectsStream.Target)

    /// The path of the file that appears with the outputs, if it is one.
    public var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// Makes the output that receives the rejects. Opens nothing.
    func output() -> (any RejectsOutput)? {
        switch self {
        case .none: nil
        case .file(let path) where FilePath.kind(of: path) == .special: RejectsStream(to: .special(path))
        case .file(let path): RejectsFile(path: path)
        case .stream(let target): RejectsStream(to: target)
        }
    }
}
