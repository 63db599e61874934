/// The place of the rejected records after a run.
public enum RejectsOutcome: Sendable, Equatable {
    /// The run wrote no rejects, and removed no file.
    case none
    /// The rejects are in this file.
    case written(path: String)
    /// The rejects are at the end of this file, behind those of earlier runs.
    case appended(path: String)
    /// The run put no output in place because of its rejects. They are in this file.
    case failed(path: String)
    /// The rejects went to an open descriptor.
    case sent
    /// The run rejected nothing, and removed this file of an earlier run.
    case removed(path: String)
    /// The run rejected nothing, and this file of an earlier run stays, because the run did not read its records again.
    case kept(path: String)
}
