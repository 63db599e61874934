/// The destination of the rejected records of a run. Each line holds one: stage, step, reason, origin, and the record as it reached the
/// stage.
public enum RejectsDestination: Sendable, Equatable {
    /// The run only counts them.
    case none
    /// A file that appears with the outputs, in the order of the input. A run that rejects nothing removes the file of an earlier run. A
    /// run of an incremental source keeps that file, and appends to it. A device or a named pipe receives the rejects as they occur.
    ///
    /// If a run fails because of its rejects, the file receives them. With `keepsEarlier`, and for every incremental source, they go to a
    /// file beside it, such as `NAME.failed.jsonl`.
    case file(String, keepsEarlier: Bool = false)
    /// A file to which the run appends rejects as they occur: for outputs that are streams. Several runs may append to one file.
    case appended(String)
    /// A new file for each run, to which it writes rejects as they occur: for outputs that are streams.
    ///
    /// - Parameter stem: The path before `.PID-N.jsonl`.
    case newFile(stem: String)
    /// An open descriptor, to which the run writes rejects as they occur.
    case descriptor(Int32)

    /// The path of the file that appears with the outputs, if it is one.
    public var path: String? {
        if case .file(let path, _) = self { path } else { nil }
    }

    /// Makes the output that receives the rejects. Opens nothing.
    ///
    /// - Parameters:
    ///   - isIncremental: Whether the rejects of earlier runs must stay, because no later run may read their records again.
    ///   - plan: The plan of a dry run, which leaves streams alone; nil for a run that writes.
    func output(isIncremental: Bool = false, plan: OutputPlan? = nil) -> (any RejectsOutput)? {
        switch self {
        case .none: nil
        case .file(let path, let keepsEarlier) where FilePath.kind(of: path) != .special:
            RejectsFile(path: path, failedPath: keepsEarlier || isIncremental ? RejectsFile.failedPath(beside: path) : nil, plan: plan)
        case .file, .appended, .newFile, .descriptor: plan == nil ? RejectsStream(to: self) : nil
        }
    }
}
